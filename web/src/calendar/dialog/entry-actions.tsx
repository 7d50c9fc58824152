// Actions on an entry: start a timer, create a todo, share, delete.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { itemHistoryTexts } from '../../history/item-texts.ts'
import { useTexts } from '../../session/language.tsx'
import { useTimerControl } from '../../timers/live/control.ts'
import { rowIdOf } from '../entries/address.ts'
import { entryTexts } from './entry-texts.ts'

export type EntryAction = 'delete' | 'share' | 'todo' | 'history'

interface Props {
  entry: Schedule
  onAction: (action: EntryAction) => void
  onClose: () => void
}

const LEAST_S = 60
const DAY_S = 86_400

export function EntryActions({ entry, onAction, onClose }: Props) {
  const t = useTexts(entryTexts)
  const { itemHistory } = useTexts(itemHistoryTexts)
  const control = useTimerControl()
  const seconds = (Date.parse(entry.end_time) - Date.parse(entry.start_time)) / 1000
  const start = () => {
    control.start({
      title: entry.title,
      allocated_duration: Math.round(Math.min(DAY_S, Math.max(LEAST_S, seconds))),
      schedule_id: rowIdOf(entry),
      tag_ids: entry.tags.map(tag => tag.id),
    })
    onClose()
  }
  return (
    <div className="row entry-actions">
      <Button onClick={start}>
        <Icon name="play" /> {t.startTimer}
      </Button>
      {entry.source_todo_id === null ? (
        <Button onClick={() => onAction('todo')}>
          <Icon name="todos" /> {t.makeTodo}
        </Button>
      ) : (
        <span className="chip plain">
          <Icon name="todos" size={14} /> {t.openTodo}
        </span>
      )}
      <Button onClick={() => onAction('share')}>
        <Icon name="share" /> {t.share}
      </Button>
      <Button onClick={() => onAction('history')}>
        <Icon name="history" /> {itemHistory}
      </Button>
    </div>
  )
}
