import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { IconButton } from '../design/button.tsx'
import { clockText, durationText, timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { ItemHistory } from '../history/item-history.tsx'
import { itemHistoryTexts } from '../history/item-texts.ts'
import { selectionTexts } from '../selection/texts.ts'
import type { ListSelection } from '../selection/use-selection.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { Timeline } from './clock/timeline.tsx'
import { CorrectTime } from './corrections/correct-time.tsx'
import { EndEarlier } from './corrections/end-earlier.tsx'
import { correctionTexts } from './corrections/texts.ts'
import EditTimer from './links/edit-dialog.tsx'
import { useTimerControl } from './live/control.ts'
import { useElapsed } from './live/live.tsx'
import { isOpenEnded } from './live/open-ended.ts'
import { timerTexts } from './texts.ts'

interface Props {
  timer: Timer
  /** Absent in lists without bulk actions. */
  selection?: ListSelection
  onRemove: () => void
}

export function TimerRow({ timer, selection, onRemove }: Props) {
  const t = useTexts(timerTexts)
  const { language } = useLanguage()
  const [open, setOpen] = useState<'edit' | 'time' | 'end' | 'share' | 'history'>()
  const { itemHistory } = useTexts(itemHistoryTexts)
  const c = useTexts(correctionTexts)
  const control = useTimerControl()
  const title = timer.title ?? t.untitled
  const elapsed = useElapsed(timer)
  const close = () => setOpen(undefined)
  const { selectOf } = useTexts(selectionTexts)
  const isSelected = selection?.ids.has(timer.id) ?? false
  const isRunning = timer.status === 'RUNNING'
  const correction = isRunning ? c.endEarlier : c.correct
  return (
    <li
      className={isSelected ? 'timer-row is-selected' : 'timer-row'}
      data-timer={timer.id}
      onClickCapture={event => {
        const isButton = event.target instanceof Element && event.target.closest('.button') !== null
        const isKeyed = event.shiftKey || event.ctrlKey || event.metaKey
        if ((isButton && !isKeyed) || isOwnControl(event.target)) return
        if (selection?.click(event, timer.id)) event.stopPropagation()
      }}
    >
      <div className="row">
        {selection?.isOn ? (
          <input
            type="checkbox"
            className="timer-check"
            aria-label={selectOf(title)}
            checked={isSelected}
            onChange={event => {
              const { shiftKey } = event.nativeEvent as MouseEvent
              selection.click({ shiftKey, ctrlKey: !shiftKey, metaKey: false }, timer.id)
            }}
          />
        ) : null}
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
          <strong>{clockText(elapsed)}</strong>
          {isOpenEnded(timer) ? null : (
            <span className="soft">{t.goal(durationText(timer.allocated_duration * 1000, language))}</span>
          )}
        </span>
      </div>
      <div className="row timer-timeline">
        <span className="soft timer-from">{timeText(timer.started_at ?? timer.created_at, language)}</span>
        <Timeline timer={timer} />
        {timer.ended_at === null ? null : (
          <IconButton name={`${t.again}: ${title}`} onClick={() => control.again(timer)}>
            <Icon name="play" />
          </IconButton>
        )}
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

/** True for the checkbox, which handles its own clicks, and for elements in a dialog that the row opened. */
const isOwnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.timer-check, dialog') !== null

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
