import type { Todo } from '@daymark/contract/planning/todos'
import { type ComponentProps, type ComponentType, type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { startText } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { ItemHistory } from '../../history/item-history.tsx'
import { itemHistoryTexts } from '../../history/item-texts.ts'
import { RemindersField } from '../../notifications/reminders-field.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { ShareDialog } from '../../sharing/share-dialog.tsx'
import { TagChoice } from '../../tags/tag-choice.tsx'
import { useTagGroups } from '../../tags/use-tags.ts'
import { FocusButton } from '../../timers/focus/focus-button.tsx'
import { dueFields, dueOf } from '../due.ts'
import { todoTexts } from '../texts.ts'
import { useTodoChange } from '../use-todos.ts'
import { changesOf } from './changes.ts'
import { DeadlineField } from './deadline-field.tsx'
import { EstimateAndPriority, Repetition } from './plan-fields.tsx'

interface Props {
  todo: Todo
  /** Deletes the todo, and closes the form when it is deleted. Undefined until that is possible. */
  onRemove: (() => void) | undefined
  onClose: () => void
  /** The form's container: a dialog or a pane. The form stays in it, with its edits, behind other dialogs. */
  Frame?: ComponentType<Pick<ComponentProps<typeof Dialog>, 'title' | 'onClose' | 'children'>>
}

const STATUSES = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED'] as const

export function TodoDetails({ todo, onRemove, onClose, Frame = Dialog }: Props) {
  const t = useTexts(todoTexts)
  const { language } = useLanguage()
  const groups = useTagGroups().data ?? []
  const change = useTodoChange()
  const { itemHistory } = useTexts(itemHistoryTexts)
  const [open, setOpen] = useState<'share' | 'history'>()
  const [before] = useState(todo)
  const [due, setDue] = useState(() => dueFields(todo))
  const [reminders, setReminders] = useState(todo.reminders)
  const [status, setStatus] = useState<string>(todo.status)
  const [chosen, setChosen] = useState(() => new Set(todo.tags.map(tag => tag.id)))
  // The status may change outside the form, for example with the checkbox in the list.
  useEffect(() => setStatus(todo.status), [todo.status])
  const item = { id: todo.id, title: todo.title, onClose: () => setOpen(undefined) }
  const above =
    open === 'share' ? (
      <ShareDialog type="todo" {...item} />
    ) : open === 'history' ? (
      <ItemHistory {...item} />
    ) : null

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const group = text('group')
    if (text('rule') !== '' && due.date === '') return
    const changes = {
      ...changesOf(before, {
        title: text('title'),
        description: text('notes') || null,
        status: text('status') as Todo['status'],
        estimate_minutes: Number(text('estimate')) || null,
        priority: Number(text('priority')),
      }),
      // Compares form values, because the fields have no seconds. Otherwise an unchanged deadline would be sent.
      ...(dueOf(due) !== dueOf(dueFields(before)) && { deadline: dueOf(due) }),
      ...changesOf(before, { recurrence_rule: text('rule') || null }),
      ...(text('rule') !== '' &&
        changesOf(before, {
          timezone: text('zone'),
          repeat_from: text('repeat_from') as Todo['repeat_from'],
        })),
      ...(reminders !== before.reminders && { reminders }),
      ...(new Set(before.tags.map(tag => tag.id)).symmetricDifference(chosen).size > 0 && {
        tag_ids: [...chosen],
      }),
      // Moving a todo to another list detaches it from its parent.
      ...(group !== before.tag_group_id && { tag_group_id: group, parent_id: null }),
    }
    const series = data.has('end') ? 'end' : undefined
    if (Object.keys(changes).length > 0 || series) change(todo.id, changes, undefined, series)
    onClose()
  }

  return (
    <Frame title={todo.title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t.titleOf}>
          {field => (
            <input
              dir="auto"
              {...field}
              name="title"
              className="input"
              required
              maxLength={255}
              defaultValue={todo.title}
            />
          )}
        </Field>
        <Field label={t.description}>
          {field => (
            <textarea
              dir="auto"
              {...field}
              name="notes"
              className="input"
              defaultValue={todo.description ?? ''}
            />
          )}
        </Field>
        <div className="todo-fields">
          <DeadlineField due={due} onDue={setDue} />
          <Field label={t.status}>
            {field => (
              <select
                {...field}
                name="status"
                className="input"
                value={status}
                onChange={event => setStatus(event.target.value)}
              >
                {STATUSES.map(status => (
                  <option key={status} value={status}>
                    {t.statuses[status]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t.list}>
            {field => (
              <select {...field} name="group" className="input" defaultValue={todo.tag_group_id}>
                {groups.map(group => (
                  <option key={group.id} value={group.id}>
                    {group.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <EstimateAndPriority todo={todo} />
        </div>
        <RemindersField
          reminders={reminders}
          onReminders={setReminders}
          isDate={due.date !== '' && due.time === ''}
        />
        <Repetition todo={todo} date={due.date} status={status} />
        {todo.schedules.map(schedule => (
          <p key={schedule.id} className="soft">
            {t.linked}: <bdi>{schedule.title}</bdi>, {startText(schedule, language)}
          </p>
        ))}
        <TagChoice
          legend={t.tags}
          tags={groups.flatMap(group => group.tags)}
          chosen={chosen}
          onChange={setChosen}
        />
        <div className="row">
          <FocusButton todoId={todo.id} onStarted={onClose} />
          <Button onClick={() => setOpen('history')}>{itemHistory}</Button>
          <Button onClick={() => setOpen('share')}>{t.share}</Button>
        </div>
        <FormFoot submit={t.save} onClose={onClose}>
          <Button kind="danger" onClick={onRemove} disabled={!onRemove}>
            {t.remove}
          </Button>
        </FormFoot>
      </form>
      {above}
    </Frame>
  )
}
