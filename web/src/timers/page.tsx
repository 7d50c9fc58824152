import type { Timer } from '@daymark/contract/timers/timer'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../design/button.tsx'
import { dayText, durationText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing, Settled } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { SelectButton } from '../selection/bar.tsx'
import { useLongPress } from '../selection/long-press.ts'
import { type ListSelection, useSelection } from '../selection/use-selection.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { BigClock } from './clock/clock.tsx'
import { AddTimeButton } from './corrections/add-time-button.tsx'
import { useActiveTimers, useElapsed, useTimersKnown } from './live/live.tsx'
import { START_FIELD } from './strip/start-form.tsx'
import './timers.css'
import { timerTexts } from './texts.ts'
import { TimerBar } from './timer-bar.tsx'
import { TimerRow } from './timer-row.tsx'
import { byDay, useRemoveTimer, useTimerHistory } from './use-history.ts'

export default function Timers() {
  const shell = useTexts(shellTexts)
  const t = useTexts(timerTexts)
  const active = useActiveTimers()
  const timers = { isPending: !useTimersKnown(), fetchStatus: 'fetching' as const }
  return (
    <div className="page">
      <div className="row spread">
        <h1>{shell.pages.timers}</h1>
        <AddTimeButton />
      </div>
      <Settled of={[timers, useTimerHistory(0)]} skeleton={<Skeleton lines={7} height={44} />}>
        <section className="stack" aria-labelledby="active-title">
          <h2 id="active-title">{t.active}</h2>
          {active.length === 0 ? (
            <div className="card">
              <Empty title={t.noneActive}>
                <p>{t.noneActiveHint}</p>
                <Button onClick={focusStart}>
                  <Icon name="play" /> {t.start}
                </Button>
              </Empty>
            </div>
          ) : null}
          {active.map(timer => (
            <BigClock key={timer.id} timer={timer} />
          ))}
        </section>
        <History />
      </Settled>
    </div>
  )
}

/** Focuses the start field in the timer strip, which exists while no timer is active. */
const focusStart = (): void => document.getElementById(START_FIELD)?.focus()

function History() {
  const t = useTexts(timerTexts)
  const [page, setPage] = useState(0)
  // The strip has no start field while a timer is active.
  const isIdle = useActiveTimers().length === 0
  const query = useTimerHistory(page)
  const { data } = query
  const remove = useRemoveTimer()
  const days = byDay(data ?? [])
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  // Only visible timers can be selected.
  const order = useMemo(
    () =>
      byDay(data ?? []).flatMap(([day, timers]) =>
        timers.slice(0, shown.get(day) ?? STEP).map(({ id }) => id),
      ),
    [data, shown],
  )
  const selection = useSelection(order)
  const hold = useLongPress(timerIdOf, selection.toggle)
  return (
    <section className="stack" aria-labelledby="history-title">
      <div className="row spread">
        <h2 id="history-title">{t.history}</h2>
        <div className="row">
          {order.length > 0 ? <SelectButton selection={selection} /> : null}
          <IconButton name={t.earlier} onClick={() => setPage(page + 1)}>
            <Icon name="left" />
          </IconButton>
          <IconButton name={t.later} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <Icon name="right" />
          </IconButton>
        </div>
      </div>
      <Missing query={query} skeleton={<Skeleton lines={5} height={34} />} />
      {data && days.length === 0 ? (
        <Empty title={t.noHistory}>
          <p>{t.noHistoryHint}</p>
          {isIdle ? (
            <Button onClick={focusStart}>
              <Icon name="play" /> {t.start}
            </Button>
          ) : null}
        </Empty>
      ) : null}
      <div className="stack" {...hold}>
        {days.map(([day, timers]) => (
          <Day
            key={day}
            timers={timers}
            most={shown.get(day) ?? STEP}
            onMost={most => setShown(new Map([...shown, [day, most]]))}
            selection={selection}
            onRemove={remove}
          />
        ))}
      </div>
      <TimerBar timers={data ?? []} selection={selection} />
    </section>
  )
}

/** Returns undefined for a press on a button or checkbox, because those handle their own clicks. */
const timerIdOf = (target: Element): string | undefined =>
  target.closest('.button, input') ? undefined : target.closest<HTMLElement>('[data-timer]')?.dataset['timer']

interface DayProps {
  timers: Timer[]
  most: number
  onMost: (most: number) => void
  selection: ListSelection
  onRemove: (timer: Timer) => void
}

/**
 * The number of timers that a day shows at first, and that "Show more" adds. The page has 14 days, and rendering all
 * their timers could freeze the page.
 */
const STEP = 30

function Day({ timers, most, onMost, selection, onRemove }: DayProps) {
  const t = useTexts(timerTexts)
  const list = useRef<HTMLUListElement>(null)
  const { language } = useLanguage()
  const running = timers.find(timer => timer.is_running)
  const elapsed = useElapsed(running)
  const total = timers
    .filter(timer => timer.status !== 'CANCELLED' && timer !== running)
    .reduce((sum, timer) => sum + timer.elapsed_time * 1000, elapsed)
  const showMore = () => {
    flushSync(() => onMost(most + STEP))
    // Focuses the first added timer, because the button may have disappeared.
    list.current?.children[most]?.querySelector<HTMLElement>('button, input, a')?.focus()
  }
  return (
    <div className="card panel">
      <div className="row spread">
        <h3>{dayText(timers[0]?.started_at ?? Date.now(), language)}</h3>
        <span className="soft">
          {t.total} {durationText(total, language)}
        </span>
      </div>
      <ul className="plain-list" ref={list}>
        {timers.slice(0, most).map(timer => (
          <TimerRow key={timer.id} timer={timer} selection={selection} onRemove={() => onRemove(timer)} />
        ))}
      </ul>
      {timers.length > most ? (
        <Button kind="quiet" onClick={showMore}>
          {t.showMore(Math.min(STEP, timers.length - most))}
        </Button>
      ) : null}
    </div>
  )
}
