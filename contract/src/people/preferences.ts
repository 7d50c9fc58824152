// Preferences are the same on every device. Each is null until it is set.
import Type from 'typebox'
import { FOCUS_PRESETS } from '../focus/phases.ts'
import { NotificationSettings } from '../notifications/notification.ts'
import { Reminders, RemindersIn } from '../notifications/reminder.ts'
import { Clearable, IanaZone, Nullable, OneOf, Uuid, UuidIn } from '../words.ts'
import { LANGUAGES } from './language.ts'
import { WeekTemplates } from './week-template.ts'

export const TIME_FORMATS = ['12h', '24h'] as const
export const THEMES = ['system', 'light', 'dark'] as const

/** `holiday_country` accepts these values besides country codes. */
export const NO_HOLIDAYS = 'none'
export const HOLIDAYS_OF_SERVER = 'server'

/** Rejects unknown fields, so that a misspelled preference is noticed. */
const strict = { additionalProperties: false }

const WEEKDAY = '0 = Monday'
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const time = (pattern: string, examples: string[]) =>
  Type.Refine(
    Type.String({ 'x-pattern': `^${pattern}$`, examples }),
    text => new RegExp(`^${pattern}$`).test(String(text)),
    () => 'must be a time of day (HH:MM)',
  )

export const WorkingRange = Type.Object(
  {
    start: time(TIME, ['09:00']),
    end: time(`(?:${TIME}|24:00)`, ['17:00']),
  },
  {
    ...strict,
    title: 'WorkingRange',
    description: 'Local times. An `end` of `24:00` means the end of the day.',
  },
)
export type WorkingRange = Type.Static<typeof WorkingRange>

/**
 * True if each range ends after it starts, and the ranges are in order and do not overlap. Compares times as strings,
 * because HH:MM sorts correctly. `WorkingRange` rejects malformed times.
 */
const areOrdered = (ranges: readonly (WorkingRange | null)[]): boolean =>
  ranges.every((range, at) => {
    const start = String(range?.start)
    return start < String(range?.end) && (at === 0 || String(ranges[at - 1]?.end) <= start)
  })

const RangesOfDay = Type.Refine(
  Type.Array(WorkingRange, { maxItems: 12 }),
  ranges => !Array.isArray(ranges) || areOrdered(ranges as WorkingRange[]),
  () => 'must be ordered ranges that do not overlap, each with its start before its end',
)

export const WorkingHours = Type.Object(
  {
    '0': Type.Optional(RangesOfDay),
    '1': Type.Optional(RangesOfDay),
    '2': Type.Optional(RangesOfDay),
    '3': Type.Optional(RangesOfDay),
    '4': Type.Optional(RangesOfDay),
    '5': Type.Optional(RangesOfDay),
    '6': Type.Optional(RangesOfDay),
  },
  {
    ...strict,
    title: 'WorkingHours',
    description: `The ranges of each weekday, ${WEEKDAY}; a day that is left out has none.`,
  },
)
export type WorkingHours = Type.Static<typeof WorkingHours>

const minutes = (most: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: most, description })

export const FocusSettings = Type.Object(
  {
    preset: OneOf(FOCUS_PRESETS),
    work_minutes: minutes(600, 'The duration of a work phase.'),
    break_minutes: minutes(240, 'The duration of a short break.'),
    long_break_minutes: minutes(240, 'The duration of the break after the last round.'),
    rounds: Type.Integer({ minimum: 1, maximum: 20, description: 'Work phases before the long break.' }),
  },
  { ...strict, title: 'FocusSettings' },
)
export type FocusSettings = Type.Static<typeof FocusSettings>

/** An absent field keeps its value, or gets its default if the preference was not set before. */
const FocusSettingsPatch = Type.Object(
  {
    preset: Type.Optional(FocusSettings.properties.preset),
    work_minutes: Type.Optional(FocusSettings.properties.work_minutes),
    break_minutes: Type.Optional(FocusSettings.properties.break_minutes),
    long_break_minutes: Type.Optional(FocusSettings.properties.long_break_minutes),
    rounds: Type.Optional(FocusSettings.properties.rounds),
  },
  { ...strict, title: 'FocusSettingsPatch' },
)

const HolidayCountry = Type.Codec(
  Type.Refine(
    Type.String({ 'x-maxLength': 6 }),
    text => /^(?:[a-z]{2}|none|server)$/i.test(String(text)),
    () => `must be an ISO 3166 code, "${NO_HOLIDAYS}" or "${HOLIDAYS_OF_SERVER}"`,
  ),
)
  .Decode(text => (text.length === 2 ? text.toUpperCase() : text.toLowerCase()))
  .Encode(text => text)

const HolidayRegion = Type.Codec(
  Type.Refine(
    Type.String({ 'x-maxLength': 12 }),
    text => /^[a-z0-9]{1,5}(?:-[a-z0-9]{1,5})?$/i.test(String(text)),
    () => 'must be a state or region code, such as BY',
  ),
)
  .Decode(text => text.toUpperCase())
  .Encode(text => text)

const WeekStart = Type.Integer({
  minimum: 0,
  maximum: 6,
  description: `The first day of the week, ${WEEKDAY}.`,
})
const TimerMinutes = Type.Integer({
  minimum: 1,
  maximum: 1440,
  description: 'The planned duration of a new timer, in minutes.',
})
const countryWords = {
  description: `Whose holidays the calendar shows: an ISO 3166 code, \`${NO_HOLIDAYS}\` for no holidays, or \`${HOLIDAYS_OF_SERVER}\` for the server's default.`,
}

export const Preferences = Type.Object(
  {
    id: Type.String({ description: 'The id of the person.' }),
    timezone: Nullable(Type.String({ description: 'An IANA time zone.' })),
    language: Nullable(OneOf(LANGUAGES)),
    week_start: Nullable(WeekStart),
    time_format: Nullable(OneOf(TIME_FORMATS)),
    working_hours: Nullable(WorkingHours),
    default_timer_minutes: Nullable(TimerMinutes),
    focus: Nullable(FocusSettings),
    holiday_country: Nullable(Type.String(countryWords)),
    holiday_region: Nullable(Type.String({ description: 'A state or region of the country.' })),
    theme: Nullable(OneOf(THEMES)),
    default_tag_group_id: Nullable(Uuid),
    default_reminders: Nullable(Reminders),
    notifications: Nullable(NotificationSettings),
    deadlines_in_calendar_apps: Nullable(Type.Boolean()),
    week_templates: Nullable(WeekTemplates),
    version: Type.Integer({
      minimum: 0,
      description: 'The log position of the last change; 0 before the first one.',
    }),
  },
  { title: 'Preferences' },
)
export type Preferences = Type.Static<typeof Preferences>

export const PreferencesPatch = Type.Object(
  {
    timezone: Type.Optional(Type.Union([IanaZone, Type.Null()], { description: 'An IANA time zone.' })),
    language: Clearable(OneOf(LANGUAGES)),
    week_start: Clearable(WeekStart),
    time_format: Clearable(OneOf(TIME_FORMATS)),
    working_hours: Clearable(WorkingHours),
    default_timer_minutes: Clearable(TimerMinutes),
    focus: Clearable(FocusSettingsPatch),
    holiday_country: Clearable(HolidayCountry),
    holiday_region: Clearable(HolidayRegion),
    theme: Clearable(OneOf(THEMES)),
    default_tag_group_id: Clearable(UuidIn),
    default_reminders: Clearable(RemindersIn),
    notifications: Clearable(NotificationSettings),
    deadlines_in_calendar_apps: Clearable(Type.Boolean()),
    week_templates: Clearable(WeekTemplates),
  },
  { ...strict, title: 'PreferencesPatch' },
)
