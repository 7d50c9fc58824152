import { perText } from '@daymark/contract/planning/entry-texts'
import { useEffect, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { useFormDraft } from '../../design/forms/use-form-draft.ts'
import { useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { useEntryChanges } from '../entries/changes.ts'
import { EntryFields } from './entry-fields.tsx'
import { bodyOf, type EntryForm, emptyForm, type Span } from './entry-form.ts'
import { entryTexts } from './entry-texts.ts'
import { useEntryForm } from './use-entry-form.ts'

interface Props {
  span: Span
  /** The title that was already typed in the popover. */
  typed?: string | undefined
  onClose: () => void
}

export function NewEntry({ span, typed = '', onClose }: Props) {
  const t = useTexts(entryTexts)
  const zone = timezone()
  const { create } = useEntryChanges()
  const draft = useFormDraft<EntryForm>('entry')
  const [initial] = useState(() => ({
    ...emptyForm(span, zone),
    ...draft.kept(),
    ...(typed !== '' && { title: typed }),
  }))
  const form = useEntryForm(initial)
  const { values } = form
  useEffect(() => {
    const { title, tag_ids, rule } = values
    const texts = perText(name => values[name])
    // The draft omits times, because `span` sets them for each new form.
    if (title || Object.values(texts).some(Boolean)) draft.keep({ title, ...texts, tag_ids, rule })
  }, [draft, values])
  const close = () => {
    draft.drop()
    onClose()
  }
  const save = () => {
    create(bodyOf(values))
    close()
  }
  return (
    <Dialog title={t.newEntry} onClose={close}>
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (form.check()) save()
        }}
      >
        <EntryFields form={form} ruleZone={values.zone} />
        <FormFoot submit={t.create} onClose={close} />
      </form>
    </Dialog>
  )
}
