import { addDays, instantOf } from '../session/region/zone-time.ts'
import type { SAMPLE } from './sample-texts.ts'

type Words = (typeof SAMPLE)['en']
export type SampleTag = keyof Words['tags']

interface SampleTodo {
  title: string
  tag: SampleTag
  /** Days from today. Without it, the todo has no deadline. */
  due?: number
  estimate_minutes?: number
  priority?: number
  subtodos?: readonly string[]
}

export interface SampleTime {
  title: string
  tag: SampleTag
  start: string
  end: string
}

export interface SampleWeek {
  todos: SampleTodo[]
  entries: SampleTime[]
  records: SampleTime[]
}

/**
 * A planned entry and its tracked time. The tracked time starts `late` minutes after the planned start and ends `over`
 * minutes after the planned end.
 */
type Line = readonly [
  title: keyof Words['titles'],
  tag: SampleTag,
  from: string,
  to: string,
  late: number,
  over: number,
]

const DAYS: Record<number, readonly Line[]> = {
  [-2]: [
    ['standUp', 'team', '09:15', '09:45', 0, 0],
    ['outline', 'focus', '10:00', '11:30', 15, 0],
    ['review', 'team', '14:00', '15:00', 0, 15],
  ],
  [-1]: [
    ['standUp', 'team', '09:15', '09:45', 0, 10],
    ['demo', 'focus', '10:00', '12:00', 0, -15],
    ['run', 'health', '17:30', '18:15', 10, 10],
  ],
  0: [
    ['standUp', 'team', '09:15', '09:45', 0, 0],
    ['demo', 'focus', '10:00', '12:00', 5, 10],
    ['review', 'team', '14:00', '15:00', 0, 0],
    ['read', 'health', '20:00', '20:45', 0, 0],
  ],
  1: [
    ['standUp', 'team', '09:15', '09:45', 0, 0],
    ['outline', 'focus', '10:00', '12:00', 0, 0],
    ['run', 'health', '17:30', '18:15', 0, 0],
  ],
  2: [
    ['demo', 'focus', '09:30', '11:30', 0, 0],
    ['review', 'team', '14:00', '15:00', 0, 0],
  ],
}

const MINUTE_MS = 60_000

/** Tracked time ends before `now`. */
export function sampleWeek(today: string, now: number, zone: string, { titles }: Words): SampleWeek {
  const iso = (ms: number) => new Date(ms).toISOString()
  const week: SampleWeek = { todos: todosOf(titles), entries: [], records: [] }
  for (const [offset, lines] of Object.entries(DAYS)) {
    const date = addDays(today, Number(offset))
    for (const [name, tag, from, to, late, over] of lines) {
      const [start, end] = [from, to].map(time => instantOf({ date, time }, zone)) as [number, number]
      const title = titles[name]
      week.entries.push({ title, tag, start: iso(start), end: iso(end) })
      const [began, ended] = [start + late * MINUTE_MS, end + over * MINUTE_MS]
      if (ended < now) week.records.push({ title, tag, start: iso(began), end: iso(ended) })
    }
  }
  return week
}

const todosOf = (titles: Words['titles']): SampleTodo[] => [
  { title: titles.outline, tag: 'focus', due: 1, estimate_minutes: 120, priority: 2 },
  {
    title: titles.demo,
    tag: 'focus',
    due: 2,
    estimate_minutes: 180,
    priority: 3,
    subtodos: [titles.slides, titles.rehearse],
  },
  { title: titles.dentist, tag: 'health' },
  { title: titles.read, tag: 'health', estimate_minutes: 45 },
  { title: titles.feedback, tag: 'team', due: 0, estimate_minutes: 30 },
]
