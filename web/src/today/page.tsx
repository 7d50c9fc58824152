// The Today page: running timers, planned entries, due todos, planned versus measured time, and goals of the week.
import { useMemo } from 'react'
import { Link } from 'wouter'
import { IconButton } from '../design/button.tsx'
import { clockText, dateOf, dayText, durationText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Settled } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { addDays, startOfDay } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { type Command, useCommands } from '../shell/commands.tsx'
import { shellTexts } from '../shell/texts.ts'
import { GoalShares } from '../tags/goal-shares.tsx'
import { tagTexts } from '../tags/texts.ts'
import { useWeekGoals } from '../tags/week-goals.ts'
import { BigClock, Ring } from '../timers/clock/clock.tsx'
import { AddTimeButton } from '../timers/corrections/add-time-button.tsx'
import { useTimerControl } from '../timers/live/control.ts'
import { useActiveTimers, useElapsed, useServerNow, useTimersKnown } from '../timers/live/live.tsx'
import './today.css'
import { useDue, useMeasured, usePlanned } from './day.ts'
import { Due } from './due.tsx'
import { Planned } from './planned.tsx'
import { QuickStart } from './quick-start.tsx'
import { measuredMs, plannedMs } from './sums.ts'
import { todayTexts } from './texts.ts'

const QUICK_START = 'quick-start-title'

export default function Today() {
  const shell = useTexts(shellTexts)
  const { language } = useLanguage()
  const [first, ...others] = useActiveTimers()
  const isKnown = useTimersKnown()
  const timers = { isPending: !isKnown, fetchStatus: 'fetching' as const }
  useTodayCommands()
  return (
    <div className="page">
      <header className="row spread">
        <div>
          <h1>{shell.pages.today}</h1>
          <p className="soft">{dayText(Date.now(), language)}</p>
        </div>
      </header>
      {first ? <BigClock timer={first} /> : isKnown ? <NothingRuns /> : <ClockSkeleton />}
      <QuickStart inputId={QUICK_START} />
      <Settled
        of={[usePlanned(), useDue(), useMeasured(), useWeekGoals(), timers]}
        skeleton={<DaySkeleton />}
      >
        {others.length > 0 ? <Others timers={others} /> : null}
        <div className="today-columns">
          <Planned />
          <Due />
        </div>
        <Comparison />
        <WeekGoals />
      </Settled>
    </div>
  )
}

function NothingRuns() {
  const t = useTexts(todayTexts)
  return (
    <section className="card big-clock nothing-runs">
      <Ring share={0} />
      <div className="stack big-clock-text">
        <strong>{t.nothingRuns}</strong>
        <p className="soft">{t.startHint}</p>
      </div>
    </section>
  )
}

const ClockSkeleton = () => (
  <div className="card big-clock">
    <Ring share={0} />
    <div className="grow">
      <Skeleton lines={3} height={30} />
    </div>
  </div>
)

const DaySkeleton = () => (
  <div className="today-columns">
    {['planned', 'due'].map(each => (
      <div key={each} className="card panel">
        <Skeleton lines={4} height={26} />
      </div>
    ))}
  </div>
)

function Others({ timers }: { timers: ReturnType<typeof useActiveTimers> }) {
  const t = useTexts(todayTexts)
  return (
    <section className="card panel" aria-label={t.alsoActive}>
      <ul className="plain-list">
        {timers.map(timer => (
          <Other key={timer.id} timer={timer} />
        ))}
      </ul>
    </section>
  )
}

function Other({ timer }: { timer: ReturnType<typeof useActiveTimers>[number] }) {
  const t = useTexts(todayTexts)
  const control = useTimerControl()
  const elapsed = useElapsed(timer)
  return (
    <li className="row item">
      <span className="grow" dir="auto">
        {timer.title ?? t.untitled}
      </span>
      <span className="soft">{clockText(elapsed)}</span>
      {timer.is_running ? (
        <IconButton name={t.pause} onClick={() => control.pause(timer)}>
          <Icon name="pause" />
        </IconButton>
      ) : (
        <IconButton name={t.resume} onClick={() => control.resume(timer)}>
          <Icon name="play" />
        </IconButton>
      )}
      <IconButton name={t.stop} onClick={() => control.stop(timer)}>
        <Icon name="stop" />
      </IconButton>
    </li>
  )
}

function Comparison() {
  const t = useTexts(todayTexts)
  const { language } = useLanguage()
  const planned = plannedMs(usePlanned().data ?? [], dateOf())
  const active = useActiveTimers()
  useElapsed(active[0])
  const [today, zone, now] = [dateOf(), timezone(), useServerNow()]
  const day = { from: startOfDay(today, zone), to: startOfDay(addDays(today, 1), zone) }
  const measured = measuredMs(useMeasured().data ?? [], active, { ...day, now: now() })
  const most = Math.max(planned, measured, 1)
  return (
    <section className="card panel" aria-labelledby="day-title">
      <div className="row spread">
        <h2 id="day-title">{t.day}</h2>
        <AddTimeButton />
      </div>
      <div className="compare">
        {[
          { name: t.plannedTime, ms: planned, kind: 'planned' },
          { name: t.actualTime, ms: measured, kind: 'measured' },
        ].map(({ name, ms, kind }) => (
          <div key={kind} className="compare-row">
            <span className="soft">{name}</span>
            <span className="compare-track">
              <span className={`compare-bar ${kind}`} style={{ width: `${(ms / most) * 100}%` }} />
            </span>
            <span>{durationText(ms, language)}</span>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Only for people with goals. */
function WeekGoals() {
  const t = useTexts(tagTexts)
  const groups = useWeekGoals().data?.groups ?? []
  if (groups.length === 0) return null
  return (
    <section className="card panel" aria-labelledby="goals-title">
      <div className="row spread">
        <h2 id="goals-title">{t.weekGoals}</h2>
        <Link href="/reports">{t.openReports}</Link>
      </div>
      <GoalShares groups={groups} />
    </section>
  )
}

function useTodayCommands(): void {
  const t = useTexts(todayTexts)
  const [first] = useActiveTimers()
  const control = useTimerControl()
  const commands = useMemo<Command[]>(() => {
    const start = {
      id: 'start',
      name: t.commandStart,
      keys: 'n',
      run: () => document.getElementById(QUICK_START)?.focus(),
    }
    if (!first) return [start]
    return [
      start,
      {
        id: 'pause',
        name: t.commandPause,
        keys: 'p',
        run: () => (first.is_running ? control.pause(first) : control.resume(first)),
      },
      { id: 'stop', name: t.commandStop, keys: 'x', run: () => control.stop(first) },
    ]
  }, [t, first, control])
  useCommands(commands)
}
