// A slow reference expansion that checks every single day against RFC 5545, with Temporal.

interface Parts {
  readonly text: ReadonlyMap<string, string>
  readonly numbers: ReadonlyMap<string, readonly number[]>
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * Returns the rule's starts from the series start to the end of `lastYear`. Supports COUNT but not UNTIL. Expands
 * from December of the year before, because BYSETPOS also counts a period's instants before the start.
 */
export function slowStarts(rule: string, start: Temporal.ZonedDateTime, lastYear: number): number[] {
  const parts = readParts(rule)
  const times = timesOfDay(parts, start)
  const interval = Number(parts.text.get('INTERVAL') ?? 1)
  const hourly = parts.text.get('FREQ') === 'HOURLY'
  const periods = new Map<number, number[]>()
  const first = Temporal.PlainDate.from({ year: start.year - 1, month: 12, day: 1 })
  for (let day = first; day.year <= lastYear; day = day.add({ days: 1 })) {
    if (!isAllowed(parts, day, start)) continue
    const distance = distanceOf(parts, start.toPlainDate(), day)
    for (const time of times) {
      const period = hourly ? distance * 24 + time.hour - start.hour : distance
      if (period % interval !== 0) continue
      const instant = existing(day.toPlainDateTime(time), start.timeZoneId)
      if (instant === null) continue
      const instants = periods.get(period) ?? []
      periods.set(period, instants)
      instants.push(instant)
    }
  }
  const generated = [...periods.values()]
    .flatMap(instants => chosen(parts, instants))
    .filter(instant => instant > start.epochMilliseconds)
  const all = [start.epochMilliseconds, ...generated]
  return all.slice(0, Number(parts.text.get('COUNT') ?? all.length))
}

function readParts(rule: string): Parts {
  const text = new Map<string, string>()
  const numbers = new Map<string, number[]>()
  for (const [name = '', value = ''] of rule.split(';').map(part => part.split('='))) {
    text.set(name, value)
    numbers.set(name, value.split(',').map(Number))
  }
  return { text, numbers }
}

function existing(local: Temporal.PlainDateTime, zone: string): number | null {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return earlier.toPlainDateTime().equals(local) ? earlier.epochMilliseconds : null
}

function chosen({ numbers }: Parts, instants: number[]): number[] {
  const places = numbers.get('BYSETPOS')
  if (places === undefined) return instants
  return instants.filter((_, at) => places.includes(at + 1) || places.includes(at - instants.length))
}

function timesOfDay({ text, numbers }: Parts, start: Temporal.ZonedDateTime): Temporal.PlainTime[] {
  const everyHour =
    text.get('FREQ') === 'HOURLY' ? Array.from({ length: 24 }, (_, hour) => hour) : [start.hour]
  const given = (name: string, implied: readonly number[]) =>
    [...(numbers.get(name) ?? implied)].sort((a, b) => a - b)
  return given('BYHOUR', everyHour).flatMap(hour =>
    given('BYMINUTE', [start.minute]).flatMap(minute =>
      given('BYSECOND', [start.second]).map(second =>
        Temporal.PlainTime.from({ hour, minute, second, millisecond: start.millisecond }),
      ),
    ),
  )
}

function weekStart(parts: Parts, day: Temporal.PlainDate): Temporal.PlainDate {
  const first = WEEKDAYS.indexOf(parts.text.get('WKST') ?? 'MO')
  return day.subtract({ days: (day.dayOfWeek - 1 - first + 7) % 7 })
}

/** Returns the distance between the two days' periods, in years, months, weeks or days. */
function distanceOf(parts: Parts, start: Temporal.PlainDate, day: Temporal.PlainDate): number {
  const daysBetween = (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
    from.until(to, { largestUnit: 'days' }).days
  switch (parts.text.get('FREQ')) {
    case 'YEARLY':
      return day.year - start.year
    case 'MONTHLY':
      return (day.year - start.year) * 12 + day.month - start.month
    case 'WEEKLY':
      return daysBetween(weekStart(parts, start), weekStart(parts, day)) / 7
    default:
      return daysBetween(start, day)
  }
}

function isAllowed(parts: Parts, day: Temporal.PlainDate, start: Temporal.ZonedDateTime): boolean {
  const freq = parts.text.get('FREQ')
  const noDay = !['BYDAY', 'BYMONTHDAY', 'BYYEARDAY'].some(name => parts.text.has(name))
  const noWeek = !parts.text.has('BYWEEKNO')
  if (!isListed(parts, 'BYMONTH', day.month, 12)) return false
  if (!isListed(parts, 'BYYEARDAY', day.dayOfYear, day.daysInYear)) return false
  if (!isListed(parts, 'BYMONTHDAY', day.day, day.daysInMonth)) return false
  if (!isWeekListed(parts, day)) return false
  if (parts.text.has('BYDAY') && !isWeekdayListed(parts, day)) return false
  // Missing parts come from the series start.
  if (freq === 'YEARLY' && noDay && noWeek && day.day !== start.day) return false
  if (freq === 'YEARLY' && noDay && noWeek && !parts.text.has('BYMONTH') && day.month !== start.month)
    return false
  if (freq === 'YEARLY' && noDay && !noWeek && day.dayOfWeek !== start.dayOfWeek) return false
  if (freq === 'MONTHLY' && noDay && day.day !== start.day) return false
  return !(freq === 'WEEKLY' && noDay && day.dayOfWeek !== start.dayOfWeek)
}

function isListed(parts: Parts, name: string, place: number, of: number): boolean {
  const places = parts.numbers.get(name)
  return places === undefined || places.some(listed => (listed > 0 ? listed : of + 1 + listed) === place)
}

/** A week belongs to the year of its fourth day, because that year has most of the week's days. */
function isWeekListed(parts: Parts, day: Temporal.PlainDate): boolean {
  if (!parts.text.has('BYWEEKNO')) return true
  const fourth = weekStart(parts, day).add({ days: 3 })
  const lastDay = fourth.with({ month: 12, day: 31 })
  const lastFourth = weekStart(parts, lastDay).add({ days: 3 })
  const weeks = weekNumber(lastFourth.year === fourth.year ? lastFourth : lastFourth.subtract({ weeks: 1 }))
  return isListed(parts, 'BYWEEKNO', weekNumber(fourth), weeks)
}

function weekNumber(fourthDay: Temporal.PlainDate): number {
  return Math.floor((fourthDay.dayOfYear - 1) / 7) + 1
}

function isWeekdayListed(parts: Parts, day: Temporal.PlainDate): boolean {
  const inMonth = parts.text.get('FREQ') === 'MONTHLY' || parts.text.has('BYMONTH')
  const [place, last] = inMonth ? [day.day, day.daysInMonth] : [day.dayOfYear, day.daysInYear]
  // Counts how often this weekday occurs in the period before and after the day.
  const before = Math.floor((place - 1) / 7)
  const after = Math.floor((last - place) / 7)
  return (parts.text.get('BYDAY') ?? '').split(',').some(text => {
    const nth = Number(text.slice(0, -2))
    if (WEEKDAYS.indexOf(text.slice(-2)) !== day.dayOfWeek - 1) return false
    return nth === 0 || nth === before + 1 || nth === -(after + 1)
  })
}
