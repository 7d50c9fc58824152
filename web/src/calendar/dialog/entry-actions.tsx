import type { Schedule } from '@daymark/contract/planning/schedule'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { itemHistoryTexts } from '../../history/item-texts.ts'
import { useTexts } from '../../session/language.tsx'
import { entryTexts } from './entry-texts.ts'
import { useStartEntry } from './use-start-entry.ts'

export type EntryAction = 'delete' | 'share' | 'todo' | 'history'

interface Props {
  entry: Schedule
  onAction: (action: EntryAction) => void
  onClose: () => void
}

export function EntryActions({ entry, onAction, onClose }: Props) {
  const t = useTexts(entryTexts)
  const { itemHistory } = useTexts(itemHistoryTexts)
  const startEntry = useStartEntry()
  const start = () => {
    startEntry(entry)
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
