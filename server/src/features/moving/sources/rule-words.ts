// Recurrence in words, as Todoist writes it: "every day", "every 2 weeks", "every Monday".

const UNITS: Readonly<Record<string, string>> = {
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
}
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const WORDS: Readonly<Record<string, string>> = {
  daily: 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
  yearly: 'FREQ=YEARLY',
  'every weekday': 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'every workday': 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
}

/** Returns undefined if the words are not understood. A time of day is part of the due date and ignored here. */
export function ruleFromWords(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .replace(/\s+(?:at\s+)?\d{1,2}(?::\d{2})?\s*(?:am|pm)?$/, '')
    .replace(/^every!\s*/, 'every ')
    .trim()
  const known = WORDS[words]
  if (known) return known
  const unit = /^every\s+(?:(other|\d{1,3})\s+)?(day|week|month|year)s?$/.exec(words)
  if (unit) {
    const count = unit[1] === 'other' ? 2 : Number(unit[1] ?? 1)
    return `FREQ=${UNITS[unit[2] ?? '']}${count > 1 ? `;INTERVAL=${count}` : ''}`
  }
  const days = /^every\s+(.+)$/.exec(words)?.[1]?.split(/\s*(?:,|and)\s*/) ?? []
  const codes = days.map(day => CODES[DAYS.findIndex(name => new RegExp(`^${name}[a-z]*$`).test(day))])
  return codes.length > 0 && codes.every(Boolean) ? `FREQ=WEEKLY;BYDAY=${codes.join(',')}` : undefined
}
