import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DateInput } from '../../design/dates/date-input.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { durationText } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { addDays, instantOf, localOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { TagChoice } from '../../tags/tag-choice.tsx'
import { LinkField } from '../links/link-field.tsx'
import { linkOf } from '../links/links.ts'
import { useTodoNames } from '../links/use-linkables.ts'
import { timerTexts } from '../texts.ts'
import './corrections.css'
import { correctionTexts } from './texts.ts'

const HOUR_MS = 3_600_000

interface Props {
  title?: string
  /** Initial times of the form. Defaults to the last hour. */
  span?: { start: number; end: number } | undefined
  children?: ReactNode
  onClose: () => void
}

export function AddTime({ title: heading, span, children, onClose }: Props) {
  const t = useTexts(correctionTexts)
  const words = useTexts(timerTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  const tags = useQuery({ queryKey: ['tags', 'all'], queryFn: () => client.tags.list() })
  const todos = useTodoNames()
  const [todo, setTodo] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [title, setTitle] = useState('')
  const [when, setWhen] = useState(() => whenOf(span))
  const { start, end, isNextDay } = momentsOf(when)
  const fault = end > Date.now() ? t.faults.future : undefined
  const todo_id = todo === undefined ? null : linkOf(todo, todos)
  const isReady = end > start && fault === undefined && todo_id !== undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isReady) return
    const segments = [{ start: new Date(start).toISOString(), end: new Date(end).toISOString() }]
    const body = { segments, title: title.trim() || null, tag_ids: [...chosen], todo_id }
    act(live => live.write(client.timers.addRecord, { body }), t.added)
    onClose()
  }

  return (
    <Dialog title={heading ?? t.addTitle} onClose={onClose}>
      {children}
      <form className="stack" onSubmit={submit} noValidate>
        <Field label={words.title}>
          {field => (
            <input
              dir="auto"
              {...field}
              className="input"
              maxLength={255}
              value={title}
              onChange={event => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label={t.date}>
          {field => <DateInput {...field} value={when.date} onChange={date => setWhen({ ...when, date })} />}
        </Field>
        <div className="period-edges short">
          {(['from', 'to'] as const).map(name => (
            <Field key={name} label={t[name]} fault={name === 'to' ? fault : undefined}>
              {field => (
                <input
                  {...field}
                  type="time"
                  className="input"
                  value={when[name]}
                  onChange={event => setWhen({ ...when, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <p className="soft" aria-live="polite">
          {end > start ? t.total(durationText(end - start, language)) : null}
          {isNextDay ? ` · ${t.nextDay}` : null}
        </p>
        <LinkField label={words.todo} names={todos} start="" typed={todo} onType={setTodo} />
        <TagChoice
          legend={words.tags}
          none={words.noTags}
          tags={tags.data}
          chosen={chosen}
          onChange={setChosen}
        />
        <FormFoot submit={t.add} isDisabled={!isReady} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface When {
  date: string
  from: string
  to: string
}

function whenOf(span = { start: Date.now() - HOUR_MS, end: Date.now() }): When {
  const [from, to] = [span.start, span.end].map(ms => localOf(ms, timezone()))
  return { date: from?.date ?? '', from: from?.time ?? '', to: to?.time ?? '' }
}

/** An end that is not after the start belongs to the next day. */
function momentsOf({ date, from, to }: When): { start: number; end: number; isNextDay: boolean } {
  const isNextDay = from !== '' && to !== '' && to <= from
  const start = instantOf({ date, time: from }, timezone())
  const end = instantOf({ date: isNextDay ? addDays(date, 1) : date, time: to }, timezone())
  return { start, end, isNextDay }
}
