import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { useTexts } from '../../session/language.tsx'
import { TagChoice } from '../../tags/tag-choice.tsx'
import { useTagGroups } from '../../tags/use-tags.ts'
import { useStart } from '../live/control.ts'
import { useActiveTimers } from '../live/live.tsx'
import { LengthSelect, useUsualLength } from './length-select.tsx'
import { stripTexts } from './texts.ts'

interface Props {
  /** The text that the user typed before opening the dialog. */
  title: string
  onClose: () => void
}

export default function StartDialog({ title, onClose }: Props) {
  const t = useTexts(stripTexts)
  const start = useStart()
  const isRunning = useActiveTimers().some(timer => timer.is_running)
  const usual = useUsualLength()
  const [chosen, setChosen] = useState<number>()
  const [tags, setTags] = useState<ReadonlySet<string>>(new Set())
  const [isParallel, setParallel] = useState(false)
  const groups = useTagGroups().data
  const seconds = chosen ?? usual
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    start(
      {
        allocated_duration: seconds,
        ...(text('title') && { title: text('title') }),
        ...(text('note') && { description: text('note') }),
        ...(tags.size > 0 && { tag_ids: [...tags] }),
      },
      isParallel,
    )
    onClose()
  }
  return (
    <Dialog title={isRunning ? t.switchTo : t.start} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {isRunning && !isParallel ? <p className="soft">{t.switchHint}</p> : null}
        <Field label={t.what}>
          {field => (
            <input
              {...field}
              dir="auto"
              name="title"
              className="input"
              maxLength={255}
              autoComplete="off"
              defaultValue={title}
            />
          )}
        </Field>
        <Field label={t.length}>
          {({ id }) => <LengthSelect id={id} seconds={seconds} onChange={setChosen} />}
        </Field>
        <TagChoice
          legend={t.tags}
          none={t.noTags}
          tags={groups?.flatMap(group => group.tags)}
          chosen={tags}
          onChange={setTags}
        />
        <Field label={t.note}>
          {field => <textarea {...field} dir="auto" name="note" className="input" />}
        </Field>
        {isRunning ? (
          <label className="row">
            <input
              type="checkbox"
              checked={isParallel}
              onChange={event => setParallel(event.target.checked)}
            />
            <span>{t.parallel}</span>
            <span className="soft">{t.parallelHint}</span>
          </label>
        ) : null}
        <FormFoot submit={t.start} onClose={onClose} />
      </form>
    </Dialog>
  )
}
