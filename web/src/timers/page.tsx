// The Timers page: active timers, and the history by day.
import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { Link } from 'wouter'
import { IconButton } from '../design/button.tsx'
import { clockText, dayText, durationText, timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing, Settled } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { ItemHistory } from '../history/item-history.tsx'
import { itemHistoryTexts } from '../history/item-texts.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { shellTexts } from '../shell/texts.ts'
import { BigClock } from './clock/clock.tsx'
import { Timeline } from './clock/timeline.tsx'
import { EditTimer } from './links/edit-dialog.tsx'
import { useActiveTimers, useTimersKnown } from './live/live.tsx'
import './timers.css'
import { timerTexts } from './texts.ts'
import { byDay, useRemoveTimer, useTimerHistory } from './use-history.ts'

export default function Timers() {
  const shell = useTexts(shellTexts)
  const t = useTexts(timerTexts)
  const active = useActiveTimers()
  const timers = { isPending: !useTimersKnown(), fetchStatus: 'fetching' as const }
  return (
    <div className="page">
      <h1>{shell.pages.timers}</h1>
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
  const total = timers.reduce((sum, timer) => sum + timer.elapsed_time * 1000, 0)
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
          <Row key={timer.id} timer={timer} onRemove={() => onRemove(timer)} />
        ))}
      </ul>
    </div>
  )
}

function Row({ timer, onRemove }: { timer: Timer; onRemove: () => void }) {
  const t = useTexts(timerTexts)
  const { language } = useLanguage()
  const [open, setOpen] = useState<'edit' | 'share' | 'history'>()
  const { itemHistory } = useTexts(itemHistoryTexts)
  const title = timer.title ?? t.untitled
  return (
    <li className="timer-row">
      <div className="row">
        <span className="grow">
          <bdi>{title}</bdi>{' '}
          {timer.status === 'COMPLETED' ? null : <span className="soft">· {t.status[timer.status]}</span>}
          <Links timer={timer} />
        </span>
        {timer.tags.map(tag => (
          <span key={tag.id} className="chip" style={{ '--chip': tag.color } as React.CSSProperties}>
            <bdi>{tag.name}</bdi>
          </span>
        ))}
        <span className="row timer-sums">
          <strong>{clockText(timer.elapsed_time * 1000)}</strong>
          <span className="soft">{t.goal(durationText(timer.allocated_duration * 1000, language))}</span>
        </span>
      </div>
      <div className="row timer-timeline">
        <span className="soft timer-from">{timeText(timer.started_at ?? timer.created_at, language)}</span>
        <Timeline timer={timer} />
        <IconButton name={`${t.edit}: ${title}`} onClick={() => setOpen('edit')}>
          <Icon name="edit" />
        </IconButton>
        <IconButton name={`${t.share}: ${title}`} onClick={() => setOpen('share')}>
          <Icon name="share" />
        </IconButton>
        <IconButton name={`${itemHistory}: ${title}`} onClick={() => setOpen('history')}>
          <Icon name="history" />
        </IconButton>
        <IconButton name={`${t.remove}: ${title}`} onClick={onRemove}>
          <Icon name="trash" />
        </IconButton>
      </div>
      {open === 'edit' ? <EditTimer timer={timer} onClose={() => setOpen(undefined)} /> : null}
      {open === 'history' ? (
        <ItemHistory id={timer.id} title={title} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'share' ? (
        <ShareDialog type="timer" id={timer.id} title={title} onClose={() => setOpen(undefined)} />
      ) : null}
    </li>
  )
}

/** The linked item, if its title differs from the timer's. */
function Links({ timer }: { timer: Timer }) {
  const t = useTexts(timerTexts)
  const names = [timer.todo && t.ofTodo(timer.todo.title), timer.schedule && t.ofEntry(timer.schedule.title)]
  return names.map(name =>
    name ? (
      <span key={name} className="soft timer-link">
        <bdi>{name}</bdi>
      </span>
    ) : null,
  )
}
