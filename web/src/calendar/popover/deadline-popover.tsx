import type { Todo } from '@daymark/contract/planning/todos'
import { Link } from 'wouter'
import { Button, IconButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { calendarDateText, dateTimeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import type { Anchor } from '../../design/popover/anchor.ts'
import '../../design/popover/popover.css'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { todoTimerSeconds } from '../../session/region/timer-minutes.ts'
import { useAction } from '../../sync/use-write.ts'
import { useTimerControl } from '../../timers/live/control.ts'
import { deadlineTexts } from '../deadlines/texts.ts'
import { entryTexts } from '../dialog/entry-texts.ts'
import './popover.css'
import { popoverTexts } from './texts.ts'

interface Props {
  todo: Todo
  /** Undefined centers the popover on the page. */
  anchor: Anchor | undefined
  /** Opens the form of the entry that marks the deadline. Undefined if there is none. */
  onMore: (() => void) | undefined
  onClose: () => void
}

export function DeadlinePopover({ todo, anchor, onMore, onClose }: Props) {
  const t = useTexts(deadlineTexts)
  const { startTimer } = useTexts(entryTexts)
  const { moreOptions } = useTexts(popoverTexts)
  const { language } = useLanguage()
  const control = useTimerControl()
  const client = useClient()
  const act = useAction()
  const isDone = todo.status === 'DONE'
  const due = todo.deadline_date
    ? calendarDateText(todo.deadline_date, language)
    : dateTimeText(todo.deadline ?? '', language)
  function turn(): void {
    const body = { status: isDone ? ('UNSCHEDULED' as const) : ('DONE' as const) }
    act(
      live => live.write(client.todos.update, { params: { todo_id: todo.id }, body }),
      isDone ? t.reopened(todo.title) : t.done(todo.title),
    )
    onClose()
  }
  function start(): void {
    const minutes = todo.estimate_minutes
    control.start({
      title: todo.title,
      allocated_duration: minutes === null ? todoTimerSeconds() : minutes * 60,
      todo_id: todo.id,
    })
    onClose()
  }
  return (
    <Dialog title={todo.title} onClose={onClose} anchor={anchor}>
      <p className="row entry-popover-when">
        <Icon name="flag" size={16} /> {t.deadline}: {due}
      </p>
      <div className="row entry-popover-foot">
        <Button kind="primary" onClick={turn}>
          {isDone ? t.reopen : t.markDone}
        </Button>
        {onMore ? (
          <Button kind="quiet" onClick={onMore}>
            {moreOptions}
          </Button>
        ) : null}
        <span className="row entry-popover-quick">
          <IconButton name={startTimer} onClick={start}>
            <Icon name="play" />
          </IconButton>
          <Link
            href={`/todos/${todo.tag_group_id}`}
            className="button quiet icon"
            aria-label={t.openList}
            title={t.openList}
          >
            <Icon name="todos" />
          </Link>
        </span>
      </div>
    </Dialog>
  )
}
