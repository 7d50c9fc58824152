// Edits a timer, except for its tracked time, which has its own dialog.
import type { Client } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useAction } from '../../sync/use-write.ts'
import { TagChoice } from '../../tags/tag-choice.tsx'
import { timerTexts } from '../texts.ts'
import { LinkField, type LinkFieldProps } from './link-field.tsx'
import { linkOf } from './links.ts'
import { useEntryNames, useTodoNames } from './use-linkables.ts'

type TimerChanges = NonNullable<Parameters<Client['timers']['update']>[0]['body']>
/** A missing key leaves the link unchanged. Undefined means that no item has the typed name. */
type Links = { todo_id?: string | null | undefined; schedule_id?: string | null | undefined }

export default function EditTimer({ timer, onClose }: { timer: Timer; onClose: () => void }) {
  const t = useTexts(timerTexts)
  const client = useClient()
  const act = useAction()
  const tags = useQuery({ queryKey: ['tags', 'all'], queryFn: () => client.tags.list() })
  const { links, fields } = useLinks(timer)
  const [chosen, setChosen] = useState(() => new Set(timer.tags.map(tag => tag.id)))
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim() || null
    const body: TimerChanges = {
      title: text('title'),
      description: text('description'),
      tag_ids: [...chosen],
      ...known(links),
    }
    act(live => live.write(client.timers.update, { params: { timer_id: timer.id }, body }))
    onClose()
  }

  return (
    <Dialog title={t.editTitle} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t.title}>
          {field => (
            <input
              dir="auto"
              {...field}
              name="title"
              className="input"
              maxLength={255}
              defaultValue={timer.title ?? ''}
            />
          )}
        </Field>
        <Field label={t.description}>
          {field => (
            <textarea
              dir="auto"
              {...field}
              name="description"
              className="input"
              defaultValue={timer.description ?? ''}
            />
          )}
        </Field>
        <div className="timer-links">
          {fields.map(field => (
            <LinkField key={field.label} {...field} />
          ))}
        </div>
        <TagChoice legend={t.tags} none={t.noTags} tags={tags.data} chosen={chosen} onChange={setChosen} />
        <FormFoot submit={t.save} isDisabled={Object.values(links).includes(undefined)} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const known = ({ todo_id, schedule_id }: Links): TimerChanges => ({
  ...(todo_id !== undefined && { todo_id }),
  ...(schedule_id !== undefined && { schedule_id }),
})

/** Looks up the typed names on every render, because the user may type before the suggestions have loaded. */
function useLinks(timer: Timer): { links: Links; fields: LinkFieldProps[] } {
  const t = useTexts(timerTexts)
  const [todos, entries] = [useTodoNames(), useEntryNames(timer)]
  const [todo, setTodo] = useState<string>()
  const [entry, setEntry] = useState<string>()
  return {
    links: {
      ...(todo !== undefined && { todo_id: linkOf(todo, todos) }),
      ...(entry !== undefined && { schedule_id: linkOf(entry, entries) }),
    },
    fields: [
      {
        label: t.todo,
        names: todos,
        start: timer.todo?.title ?? '',
        typed: todo,
        onType: setTodo,
      },
      {
        label: t.entry,
        names: entries,
        start: timer.schedule?.title ?? '',
        typed: entry,
        onType: setEntry,
      },
    ],
  }
}
