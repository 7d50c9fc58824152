// One timer of the history: title, times and duration, with its actions.
import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { IconButton } from '../design/button.tsx'
import { clockText, durationText, timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { ItemHistory } from '../history/item-history.tsx'
import { itemHistoryTexts } from '../history/item-texts.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { Timeline } from './clock/timeline.tsx'
import { CorrectTime } from './corrections/correct-time.tsx'
import { EndEarlier } from './corrections/end-earlier.tsx'
import { correctionTexts } from './corrections/texts.ts'
import { EditTimer } from './links/edit-dialog.tsx'
import { timerTexts } from './texts.ts'

export function TimerRow({ timer, onRemove }: { timer: Timer; onRemove: () => void }) {
  const t = useTexts(timerTexts)
  const { language } = useLanguage()
  const [open, setOpen] = useState<'edit' | 'time' | 'end' | 'share' | 'history'>()
  const { itemHistory } = useTexts(itemHistoryTexts)
  const c = useTexts(correctionTexts)
  const title = timer.title ?? t.untitled
  const close = () => setOpen(undefined)
  const isRunning = timer.status === 'RUNNING'
  const correction = isRunning ? c.endEarlier : c.correct
  return (
    <li className="timer-row">
      <div className="row">
        <span className="grow">
          <bdi>{title}</bdi>{' '}
          {timer.status === 'COMPLETED' ? null : <span className="soft">· {t.status[timer.status]}</span>}
          {timer.corrected_at ? <span className="soft">· {c.correctedMark}</span> : null}
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
        <IconButton name={`${correction}: ${title}`} onClick={() => setOpen(isRunning ? 'end' : 'time')}>
          <Icon name="timers" />
        </IconButton>
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
      {open === 'time' ? <CorrectTime timer={timer} onClose={close} /> : null}
      {open === 'end' ? <EndEarlier timer={timer} onClose={close} /> : null}
      {open === 'edit' ? <EditTimer timer={timer} onClose={close} /> : null}
      {open === 'history' ? <ItemHistory id={timer.id} title={title} onClose={close} /> : null}
      {open === 'share' ? <ShareDialog type="timer" id={timer.id} title={title} onClose={close} /> : null}
    </li>
  )
}

/** Shows the linked todo and calendar entry. */
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
