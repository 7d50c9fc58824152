import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { Icon } from '../../design/icon.tsx'
import type { Anchor } from '../../design/popover/anchor.ts'
import '../../design/popover/popover.css'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { bodyOf, emptyForm, type Span } from '../dialog/entry-form.ts'
import { entryTexts } from '../dialog/entry-texts.ts'
import { useEntryChanges } from '../entries/changes.ts'
import './popover.css'
import { popoverTexts } from './texts.ts'
import { whenText } from './when-text.ts'

interface Props {
  span: Span
  anchor: Anchor
  /** Opens the form with the typed title. */
  onMore: (title: string) => void
  onClose: () => void
}

export function NewPopover({ span, anchor, onMore, onClose }: Props) {
  const t = useTexts(entryTexts)
  const { moreOptions } = useTexts(popoverTexts)
  const { language } = useLanguage()
  const { create } = useEntryChanges()
  const [title, setTitle] = useState('')
  const [isFaulty, setFaulty] = useState(false)
  function submit(event: FormEvent): void {
    event.preventDefault()
    const isEmpty = title.trim() === ''
    setFaulty(isEmpty)
    if (isEmpty) return
    create(bodyOf({ ...emptyForm(span, timezone()), title }))
    onClose()
  }
  return (
    <Dialog title={t.newEntry} onClose={onClose} anchor={anchor} bare>
      <form className="stack entry-popover" noValidate onSubmit={submit}>
        <Field label={t.title} fault={isFaulty ? t.faults.title : undefined}>
          {props => (
            <input
              dir="auto"
              {...props}
              className="input"
              maxLength={255}
              placeholder={t.titleHint}
              value={title}
              onChange={event => {
                setTitle(event.target.value)
                setFaulty(false)
              }}
            />
          )}
        </Field>
        <p className="row entry-popover-when">
          <Icon name="timers" size={16} /> {whenText(span, language)}
        </p>
        <div className="row entry-popover-foot">
          <Button type="submit" kind="primary">
            {t.create}
          </Button>
          <Button kind="quiet" onClick={() => onMore(title)}>
            {moreOptions}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
