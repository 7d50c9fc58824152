// Planning something new.
import { useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { useEntryChanges } from './changes.ts'
import { EntryFields } from './entry-fields.tsx'
import { bodyOf, emptyForm, type Span } from './entry-form.ts'
import { entryTexts } from './entry-texts.ts'
import { FormFoot } from './form-foot.tsx'
import { useEntryForm } from './use-entry-form.ts'

export function NewEntry({ span, onClose }: { span: Span; onClose: () => void }) {
  const t = useTexts(entryTexts)
  const zone = timezone()
  const toast = useToast()
  const { create } = useEntryChanges()
  const [initial] = useState(() => emptyForm(span, zone))
  const form = useEntryForm(initial, zone)
  const save = () =>
    form.send(async () => {
      const created = await create(bodyOf(form.values, zone))
      toast(`${t.states.PLANNED}: ${created.title}`)
      onClose()
    })
  return (
    <Dialog title={t.newEntry} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (form.check()) void save()
        }}
      >
        <EntryFields form={form} zone={zone} ruleZone={zone} />
        <FormFoot submit={t.create} busy={form.busy} failure={form.failure} onClose={onClose} />
      </form>
    </Dialog>
  )
}
