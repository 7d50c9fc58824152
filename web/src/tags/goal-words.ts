import type { GoalSide } from '@daymark/contract/reports/goals'
import { durationText } from '../design/format.ts'
import type { Language } from '../session/language.tsx'

interface GoalWords {
  noTime: string
  noGoal: string
  reached: string
  almost: (missing: string) => string
  above: (count: number) => string
  below: (count: number, missing: string) => string
  hours: (time: string, goal: string, missing: string) => string
  hoursReached: (time: string, goal: string) => string
}

const points = (count: number): string => `${count} percentage ${count === 1 ? 'point' : 'points'}`

/** Does not use `texts`, because tests cannot load the `.tsx` file that defines it. */
const WORDS: Record<Language, GoalWords> = {
  en: {
    noTime: 'No time tracked yet',
    noGoal: 'No goal',
    reached: 'Goal reached',
    almost: missing => `Almost there, ${missing} short`,
    above: count => `${points(count)} above the goal`,
    below: (count, missing) => `${points(count)} below the goal, ${missing} short`,
    hours: (time, goal, missing) => `${time} of ${goal}, ${missing} short`,
    hoursReached: (time, goal) => `${time} of ${goal}, goal reached`,
  },
  ko: {
    noTime: '아직 기록한 시간이 없음',
    noGoal: '목표 없음',
    reached: '목표 달성',
    almost: missing => `목표에 거의 도달, ${missing} 부족`,
    above: count => `목표보다 ${count}%p 높음`,
    below: (count, missing) => `목표보다 ${count}%p 낮음, ${missing} 부족`,
    hours: (time, goal, missing) => `${goal} 중 ${time}, ${missing} 부족`,
    hoursReached: (time, goal) => `${goal} 중 ${time}, 목표 달성`,
  },
}

/**
 * Describes a share, for example as `5 percentage points below the goal, 3 h 20 min short`. The points are rounded like
 * the shares.
 */
export function deviationWords(
  { share, missing_seconds }: Pick<GoalSide, 'share' | 'missing_seconds'>,
  goal: number | null,
  language: Language,
): string {
  const words = WORDS[language]
  if (goal === null) return words.noGoal
  if (share === null) return words.noTime
  const difference = percent(share) - percent(goal)
  const missing = durationText(missing_seconds * 1000, language)
  if (difference === 0) return missing_seconds >= MINUTE_S ? words.almost(missing) : words.reached
  return difference > 0 ? words.above(difference) : words.below(-difference, missing)
}

/**
 * Describes tracked hours, for example as `3 h 20 min of 10 h, 6 h 40 min short`. Undefined without a goal in hours.
 */
export function hoursWords(
  seconds: number,
  goalSeconds: number | null,
  language: Language,
): string | undefined {
  if (goalSeconds === null) return undefined
  const [time, goal] = [durationText(seconds * 1000, language), durationText(goalSeconds * 1000, language)]
  const words = WORDS[language]
  const missing = goalSeconds - seconds
  if (missing < MINUTE_S) return words.hoursReached(time, goal)
  return words.hours(time, goal, durationText(missing * 1000, language))
}

/** Durations under a minute are not shown. */
const MINUTE_S = 60

export const percent = (ratio: number): number => Math.round(ratio * 100)
