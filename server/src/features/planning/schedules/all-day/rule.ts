import type { Rule } from '@daymark/recurrence/rules/rule-shape'

export const NO_TIMES_OF_DAY = 'The rule must not contain times of day, because it repeats by date.'

export const hasTimesOfDay = ({ freq, by_hour, by_minute, by_second }: Rule): boolean =>
  freq === 'HOURLY' || by_hour.length + by_minute.length + by_second.length > 0
