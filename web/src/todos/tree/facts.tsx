import type { Todo } from '@daymark/contract/planning/todos'
import { dateText, durationText } from '../../design/format.ts'
import { Icon, type IconName } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { sharingTexts } from '../../sharing/texts.ts'
import { dueText, isOverdue } from '../due.ts'
import { todoTexts } from '../texts.ts'
import type { Effort } from '../use-totals.ts'
import { isOpen } from './visible.ts'

interface Props {
  todo: Todo
  owner: string | undefined
  effort: Effort | undefined
  list: string | undefined
}

export function Facts({ todo, owner, effort, list }: Props) {
  const t = useTexts(todoTexts)
  const { sharedWith } = useTexts(sharingTexts)
  const shared = todo.visibility ? sharedWith[todo.visibility.level] : undefined
  const priority = isOpen(todo) ? todo.priority : 0
  return (
    <span className="todo-facts">
      {owner === undefined ? null : (
        <span className="todo-owner soft">
          <Icon name="people" size={13} />
          <span className="visually-hidden">{t.ownedBy}</span>
          <bdi>{owner}</bdi>
        </span>
      )}
      {list === undefined ? null : <bdi className="soft todo-list-name">{list}</bdi>}
      {todo.tags.map(tag => (
        <span key={tag.id} className="chip" style={{ '--chip': tag.color } as React.CSSProperties}>
          <bdi>{tag.name}</bdi>
        </span>
      ))}
      {priority > 0 ? (
        <span className={`todo-priority is-${priority}`} title={t.priorities[priority]}>
          <span aria-hidden="true">{'!'.repeat(priority)}</span>
          <span className="visually-hidden">
            {t.priority}: {t.priorities[priority]}
          </span>
        </span>
      ) : null}
      <Time todo={todo} effort={effort} />
      {shared ? <Sign icon="share" words={shared} /> : null}
      {todo.recurrence_rule === null ? null : <Sign icon="repeat" words={t.repeats} />}
      <When todo={todo} />
    </span>
  )
}

const Sign = ({ icon, words }: { icon: IconName; words: string }) => (
  <span className="todo-sign soft" title={words}>
    <Icon name={icon} size={13} />
    <span className="visually-hidden">{words}</span>
  </span>
)

/** Shows the tracked time and estimate of the subtree. If these are unknown, shows the todo's own estimate. */
function Time({ todo, effort }: Pick<Props, 'todo' | 'effort'>) {
  const t = useTexts(todoTexts)
  const { language } = useLanguage()
  const minutes = effort?.estimate ?? todo.estimate_minutes ?? 0
  const seconds = effort?.measured ?? 0
  if (minutes === 0 && seconds === 0) return null
  const measured = durationText(seconds * 1000, language)
  const estimate = durationText(minutes * 60_000, language)
  const words = minutes === 0 ? t.measured(measured) : t.measuredOf(measured, estimate)
  const isOver = minutes > 0 && seconds > minutes * 60
  return (
    <span className={isOver ? 'todo-time is-over' : 'todo-time soft'} title={words}>
      <span aria-hidden="true">
        {minutes === 0 ? measured : seconds === 0 ? estimate : `${measured} / ${estimate}`}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

function When({ todo }: Pick<Props, 'todo'>) {
  const t = useTexts(todoTexts)
  const { language } = useLanguage()
  if (todo.status === 'DONE' && todo.completed_at !== null)
    return <span className="soft">{t.doneOn(dateText(todo.completed_at, language))}</span>
  const due = dueText(todo, language)
  return due === undefined ? null : <span className={isOverdue(todo) ? 'overdue' : 'soft'}>{due}</span>
}
