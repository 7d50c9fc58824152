// The Timers page: active timers, and the history by day.
import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { Link } from 'wouter'
import { IconButton } from '../design/button.tsx'
import { dayText, durationText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing, Settled } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { BigClock } from './clock/clock.tsx'
import { AddTimeButton } from './corrections/add-time-button.tsx'
import { useActiveTimers, useTimersKnown } from './live/live.tsx'
import './timers.css'
import { timerTexts } from './texts.ts'
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
                <Link href="/">{shell.toToday}</Link>
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

function History() {
  const t = useTexts(timerTexts)
  const [page, setPage] = useState(0)
  const query = useTimerHistory(page)
  const { data } = query
  const remove = useRemoveTimer()
  const days = byDay(data ?? [])
  return (
    <section className="stack" aria-labelledby="history-title">
      <div className="row spread">
        <h2 id="history-title">{t.history}</h2>
        <div className="row">
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
        </Empty>
      ) : null}
      {days.map(([day, timers]) => (
        <Day key={day} timers={timers} onRemove={remove} />
      ))}
    </section>
  )
}

function Day({ timers, onRemove }: { timers: Timer[]; onRemove: (timer: Timer) => void }) {
  const t = useTexts(timerTexts)
  const { language } = useLanguage()
  const total = timers
    .filter(timer => timer.status !== 'CANCELLED')
    .reduce((sum, timer) => sum + timer.elapsed_time * 1000, 0)
  return (
    <div className="card panel">
      <div className="row spread">
        <h3>{dayText(timers[0]?.started_at ?? Date.now(), language)}</h3>
        <span className="soft">
          {t.total} {durationText(total, language)}
        </span>
      </div>
      <ul className="plain-list">
        {timers.map(timer => (
          <TimerRow key={timer.id} timer={timer} onRemove={() => onRemove(timer)} />
        ))}
      </ul>
    </div>
  )
}
