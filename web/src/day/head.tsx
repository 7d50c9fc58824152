import type { TagGoal } from '@daymark/contract/reports/goals'
import { Link } from 'wouter'
import { Button, IconButton } from '../design/button.tsx'
import { DateInput } from '../design/dates/date-input.tsx'
import { calendarDateText, durationText, fullDateText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { type Language, useLanguage, useTexts } from '../session/language.tsx'
import { chipStyle } from '../tags/chip-style.ts'
import { percent } from '../tags/goal-words.ts'
import { useWeekGoals } from '../tags/week-goals.ts'
import { nameOf } from './date.ts'
import './head.css'
import { dayTexts } from './texts.ts'

export const DATE_FIELD = 'day-date'

interface Props {
  date: string
  today: string
  /** Undefined if the plan is not loaded. */
  plannedMs: number | undefined
  trackedMs: number | undefined
  onDate: (date: string) => void
  onStep: (days: number) => void
}

export function Head({ date, today, plannedMs, trackedMs, onDate, onStep }: Props) {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const name = nameOf(date, today)
  // A full bar is at least an hour. Otherwise the first seconds of a day would fill it.
  const most = Math.max(plannedMs ?? 0, trackedMs ?? 0, 3_600_000)
  const full = fullDateText(date, language)
  return (
    <header className="day-head">
      <div className="row day-moves">
        <div className="day-name">
          <h1 aria-live="polite">{name ? t[name] : calendarDateText(date, language)}</h1>
          <p className="soft">{full}</p>
        </div>
        <div className="row day-steps">
          <IconButton name={t.previous} onClick={() => onStep(-1)}>
            <Icon name="left" />
          </IconButton>
          <Button className="day-today" onClick={() => onDate(today)} disabled={date === today}>
            {t.goToToday}
          </Button>
          <IconButton name={t.next} onClick={() => onStep(1)}>
            <Icon name="right" />
          </IconButton>
          <DateInput
            id={DATE_FIELD}
            className="day-date"
            aria-label={t.pickDate}
            required
            value={date}
            onChange={onDate}
          />
        </div>
      </div>
      <div className="row day-sums">
        <Sum kind="planned" words={t.plannedTime} ms={plannedMs} most={most} />
        <Sum kind="tracked" words={t.trackedTime} ms={trackedMs} most={most} />
      </div>
    </header>
  )
}

interface SumProps {
  kind: 'planned' | 'tracked'
  words: (time: string) => string
  ms: number | undefined
  /** The time that fills a bar. Both bars use the same scale. */
  most: number
}

function Sum({ kind, words, ms, most }: SumProps) {
  const { language } = useLanguage()
  return (
    <div className={`day-sum ${kind}`}>
      <span>{words(ms === undefined ? '–' : durationText(ms, language))}</span>
      <span className="day-sum-track">
        <span style={{ width: `${((ms ?? 0) / most) * 100}%` }} />
      </span>
    </div>
  )
}

/** Renders nothing if there are no goals. */
export function WeekGoals() {
  const t = useTexts(dayTexts)
  const groups = useWeekGoals().data?.groups ?? []
  const { language } = useLanguage()
  const tags = groups.flatMap(group =>
    group.tags.flatMap(tag => [
      ...(tag.goal === null ? [] : [shareGoal(tag, tag.goal)]),
      ...(tag.goal_seconds === null ? [] : [hoursGoal(tag, tag.goal_seconds, language)]),
    ]),
  )
  if (tags.length === 0) return null
  return (
    <section className="day-goals" aria-label={t.goals}>
      <span className="soft">{t.goals}</span>
      {tags.map(({ key, tag, done, wanted, width, mark }) => (
        <Link
          key={key}
          href="/reports"
          className="day-goal"
          style={chipStyle(tag.color)}
          aria-label={mark ? t.goalOf(tag.title, done, wanted) : t.hoursOf(tag.title, done, wanted)}
        >
          <bdi>{tag.title}</bdi>
          <span className="day-goal-bar">
            <span className="day-goal-fill" style={{ width }} />
            {mark ? <span className="day-goal-mark" style={{ left: mark }} /> : null}
          </span>
          <span>
            {done} <span className="soft">/ {wanted}</span>
          </span>
        </Link>
      ))}
    </section>
  )
}

interface ShownGoal {
  key: string
  tag: TagGoal
  done: string
  wanted: string
  /** The filled part of the bar. */
  width: string
  /** The goal's position on the bar. Undefined for a goal in hours, because the end of the bar stands for the goal. */
  mark: string | undefined
}

function shareGoal(tag: TagGoal, goal: number): ShownGoal {
  const [done, wanted] = [`${percent(tag.actual.share ?? 0)}%`, `${percent(goal)}%`]
  return { key: tag.tag_id, tag, done, wanted, width: done, mark: wanted }
}

function hoursGoal(tag: TagGoal, goalSeconds: number, language: Language): ShownGoal {
  const { seconds } = tag.actual
  return {
    key: `${tag.tag_id} hours`,
    tag,
    done: durationText(seconds * 1000, language),
    wanted: durationText(goalSeconds * 1000, language),
    width: `${goalSeconds === 0 ? 100 : Math.min(100, (seconds / goalSeconds) * 100)}%`,
    mark: undefined,
  }
}
