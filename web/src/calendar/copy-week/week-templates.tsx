import type { WeekTemplate } from '@daymark/contract/people/week-template'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { calendarDateText } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { addDays } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { copiesOfTemplate, templateOf } from './copies.ts'
import { CopyForm } from './copy-form.tsx'
import { templateTexts } from './texts.ts'
import { MOST_TEMPLATES, useTemplates } from './use-templates.ts'
import { useWeeks } from './use-weeks.ts'

const LONGEST_NAME = 100

interface Props {
  /** The first date of the week to save. Templates are applied to the same week. */
  first: string
  onClose: () => void
}

export function WeekTemplates({ first, onClose }: Props) {
  const t = useTexts(templateTexts)
  const { templates, isLoaded, save, rename, remove } = useTemplates()
  const [applied, setApplied] = useState<WeekTemplate>()
  const [renamed, setRenamed] = useState<WeekTemplate>()
  if (applied) return <ApplyTemplate template={applied} first={first} onClose={onClose} />
  return (
    <Dialog title={t.templates} onClose={onClose}>
      <div className="stack">
        <p className="soft">{t.hint}</p>
        {isLoaded && templates.length === 0 ? <p>{t.none}</p> : null}
        <ul className="plain-list" tabIndex={-1}>
          {templates.map(template => (
            <li key={template.id} className="row item">
              <span className="grow">
                <bdi>{template.name}</bdi>
                <br />
                <span className="soft">{t.contents(template.entries.length)}</span>
              </span>
              <Button aria-label={t.applyNamed(template.name)} onClick={() => setApplied(template)}>
                {t.apply}
              </Button>
              <IconButton name={t.rename(template.name)} onClick={() => setRenamed(template)}>
                <Icon name="edit" />
              </IconButton>
              <IconButton
                name={t.remove(template.name)}
                onClick={event => {
                  // The pressed button disappears. If focus moved to the next button, another key press would delete
                  // another template.
                  event.currentTarget.closest('ul')?.focus()
                  remove(template)
                }}
              >
                <Icon name="trash" />
              </IconButton>
            </li>
          ))}
        </ul>
        {isLoaded ? (
          <SaveWeek first={first} isFull={templates.length >= MOST_TEMPLATES} onSave={save} />
        ) : null}
        <div className="row dialog-foot">
          <Button onClick={onClose}>{t.close}</Button>
        </div>
      </div>
      {renamed ? (
        <RenameTemplate
          template={renamed}
          onSave={name => rename(renamed.id, name)}
          onClose={() => setRenamed(undefined)}
        />
      ) : null}
    </Dialog>
  )
}

interface SaveProps {
  first: string
  isFull: boolean
  onSave: ReturnType<typeof useTemplates>['save']
}

function SaveWeek({ first, isFull, onSave }: SaveProps) {
  const t = useTexts(templateTexts)
  const week = useWeeks(first, 1)
  const entries = week && templateOf(week(first), first, timezone())
  const [name, setName] = useState('')
  function submit(event: FormEvent): void {
    event.preventDefault()
    onSave(name.trim(), entries ?? [])
    setName('')
  }
  if (entries?.length === 0) return <p className="soft">{t.nothingToSave}</p>
  if (isFull) return <p className="soft">{t.tooMany}</p>
  return (
    <form className="row" onSubmit={submit}>
      <input
        className="input grow"
        aria-label={t.name}
        placeholder={t.name}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <Button type="submit" kind="primary" disabled={name.trim() === '' || !entries}>
        {t.save}
      </Button>
    </form>
  )
}

interface RenameProps {
  template: WeekTemplate
  onSave: (name: string) => void
  onClose: () => void
}

function RenameTemplate({ template, onSave, onClose }: RenameProps) {
  const t = useTexts(templateTexts)
  const [name, setName] = useState(template.name)
  function submit(event: FormEvent): void {
    event.preventDefault()
    onSave(name.trim())
    onClose()
  }
  return (
    <Dialog title={t.renameTitle} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field label={t.name}>
          {field => (
            <input
              {...field}
              className="input"
              maxLength={LONGEST_NAME}
              value={name}
              onChange={event => setName(event.target.value)}
            />
          )}
        </Field>
        <FormFoot submit={t.saveName} isDisabled={name.trim() === ''} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function ApplyTemplate({ template, first, onClose }: Props & { template: WeekTemplate }) {
  const t = useTexts(templateTexts)
  const { language } = useLanguage()
  const week = useWeeks(first, 1)
  const copies = week && copiesOfTemplate(template.entries, first, week(first), timezone())
  return (
    <CopyForm
      title={t.applyTitle(template.name)}
      hint={t.applyHint(calendarDateText(first, language), calendarDateText(addDays(first, 6), language))}
      words={{ submit: t.addEntries, done: t.added }}
      copies={copies}
      onClose={onClose}
    />
  )
}
