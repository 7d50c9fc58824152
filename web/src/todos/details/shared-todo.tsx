// Shows someone else's todo, which is read-only.
import type { Todo } from '@daymark/contract/planning/todos'
import type { ComponentProps } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { startText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useOwnerName } from '../../sharing/owner.ts'
import { dueText } from '../due.ts'
import { todoTexts } from '../texts.ts'
import type { TodoDetails } from './form.tsx'

interface Props extends Pick<ComponentProps<typeof TodoDetails>, 'onClose' | 'Frame'> {
  todo: Todo
}

export function SharedTodo({ todo, onClose, Frame = Dialog }: Props) {
  const t = useTexts(todoTexts)
  const { language } = useLanguage()
  const ownerName = useOwnerName()
  const due = dueText(todo, language)
  return (
    <Frame title={todo.title} onClose={onClose}>
      <p className="notice calm">{t.sharedBy(ownerName(todo.owner_id))}</p>
      <p>
        {t.status}: {t.statuses[todo.status]}
      </p>
      {due === undefined ? null : (
        <p>
          {t.deadline}: {due}
        </p>
      )}
      {todo.description ? (
        <p className="todo-notes" dir="auto">
          {todo.description}
        </p>
      ) : null}
      {todo.schedules.map(schedule => (
        <p key={schedule.id} className="soft">
          {t.linked}: <bdi>{schedule.title}</bdi>, {startText(schedule, language)}
        </p>
      ))}
      {todo.tags.length > 0 ? (
        <div className="row">
          {todo.tags.map(tag => (
            <span key={tag.id} className="chip" style={{ '--chip': tag.color } as React.CSSProperties}>
              <bdi>{tag.name}</bdi>
            </span>
          ))}
        </div>
      ) : null}
      <div className="row">
        <Button onClick={onClose}>{t.closeDialog}</Button>
      </div>
    </Frame>
  )
}
