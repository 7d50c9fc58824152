// Default descriptions for preference and reminder fields.

export const PREFERENCE_FIELDS: Record<string, string> = {
  language: 'The language of the app.',
  week_start: 'The first day of the week in calendars.',
  time_format: 'Whether times are shown in 12 or 24 hours.',
  theme: 'The color theme of the app.',
  working_hours: 'The working hours of each weekday.',
  default_timer_minutes: 'The planned duration of a new timer, in minutes.',
  default_tag_group_id: 'The tag group of new todos.',
  default_reminders: 'The reminders of new entries.',
  deadlines_in_calendar_apps:
    'Whether calendar apps (CalDAV) also show the entries that todo deadlines create. They show the todos themselves anyway.',
  week_templates: 'Weekly plans that can be applied to other weeks.',
  focus: 'The settings of the focus timer.',
  preset: 'The selected preset.',
  holiday_country: "The country whose holidays are shown, `none`, or `server` for the server's default.",
  holiday_region: 'A state or region of the country.',
  minutes_before: 'Minutes before the start or the deadline.',
  at_time: 'A local time, HH:MM.',
  days_before: 'Days before the day of the start or the deadline.',
  ...Object.fromEntries(
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day, at) => [
      String(at),
      `The ranges of ${day}.`,
    ]),
  ),
}
