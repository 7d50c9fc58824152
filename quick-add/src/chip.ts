export const CHIP_TYPES = [
  'start',
  'todo',
  'tag',
  'group',
  'priority',
  'estimate',
  'duration',
  'repeat',
  'when',
  'due',
  'person',
] as const
export type ChipType = (typeof CHIP_TYPES)[number]

/** A recognized part of the line, from `start` to `end` (exclusive). */
export interface Chip {
  readonly type: ChipType
  readonly text: string
  readonly start: number
  readonly end: number
  /** For example an id, a number of minutes, a priority, an RRULE, or a local time such as 2026-03-05T15:00. */
  readonly value: string | number
  /** False for a part that looks like a date, time, mark or zone, but was not understood. It stays in the title. */
  readonly understood?: false
}

export interface Range {
  readonly start: number
  readonly end: number
}

export interface KnownTag {
  readonly id: string
  readonly name: string
  readonly group_id: string
}

export interface KnownGroup {
  readonly id: string
  readonly name: string
  readonly is_todo_group: boolean
}

export interface KnownTodo {
  readonly id: string
  readonly title: string
}

export interface Context {
  /** Epoch milliseconds. */
  readonly now: number
  readonly timezone: string
  readonly language: 'en' | 'ko'
  readonly tags: readonly KnownTag[]
  readonly groups: readonly KnownGroup[]
  readonly todos: readonly KnownTodo[]
  /** A country such as US, which decides the order of dates and the meaning of CST and IST. */
  readonly region?: string | undefined
  /** 0 is Monday, the default. */
  readonly week_start?: number | null | undefined
  /** The todo's group if neither the line nor its tags name one. */
  readonly default_group_id?: string | null
  /** Set if the input creates only todos. Then a time is a deadline, and nothing starts a timer. */
  readonly only?: 'todo'
  /** The kind that the person chose. Parts that it cannot have stay in the title. */
  readonly as?: 'todo' | 'schedule' | 'timer' | 'record' | undefined
  /** Ranges that stay text because the person rejected their chips. */
  readonly rejected?: readonly Range[]
}

/** A calendar day, as the number of days since 1970-01-01. */
export type Day = number

export interface Moment {
  readonly day?: Day
  /** Minutes after local midnight. */
  readonly minute?: number
}

/** A date or time in the line. At least one of `day` and `minute` is set. */
export interface When extends Moment, Range {
  /** The inclusive last day, or the end time. */
  readonly until?: Moment
  /** True if the line makes the moment a deadline, for example with "by" or 까지. */
  readonly due: boolean
  /** True if the line does not say whether the time is am or pm. */
  readonly guessed?: boolean
  /** True for a time after midnight that the line assigns to the previous day: 오늘 밤 1시 (1 tonight). */
  readonly late?: boolean
}

export interface Duration extends Range {
  readonly minutes: number
}

/** A recurrence in the line. The fields correspond to the parts of an RRULE. */
export interface Repeat extends Range {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  readonly interval: number
  /** 0 is Monday. */
  readonly weekdays?: readonly number[]
  /** The nth weekday of the month: 1 to 4, or -1 for the last. */
  readonly place?: number
  /** The day of the month; -1 is the last day. */
  readonly monthday?: number
  /** Further days of the month: the 1st and 15th. */
  readonly monthdays?: readonly number[]
  readonly month?: number
  /** The part of the day, as minutes after midnight: every morning. */
  readonly minute?: number
  /** The inclusive last day. */
  readonly until?: Day
  readonly count?: number
}
