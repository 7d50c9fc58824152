// The pieces of forms in the gallery: fields, choices, the end of a form, texts that were not stored.
import { useState } from 'react'
import { Choice } from '../forms/choice.tsx'
import { Field } from '../forms/field.tsx'
import { FormFoot } from '../forms/form-foot.tsx'
import { UnsavedTexts } from '../forms/unsaved.tsx'

const COLORS = [
  ['red', 'Red'],
  ['blue', 'Blue'],
] as const

export function FormPieces() {
  const [title, setTitle] = useState('')
  const [color, setColor] = useState('red')
  const [sent, setSent] = useState<string>()
  const fault = title.length > 10 ? 'At most 10 characters.' : undefined
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        setSent(`${title}, ${color}`)
      }}
    >
      <Field label="Title" fault={fault}>
        {field => (
          <input
            {...field}
            className="input"
            value={title}
            onChange={event => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label="Notes">{field => <textarea {...field} className="input" rows={2} />}</Field>
      <Choice label="Color" value={color} choices={COLORS} onChange={setColor} />
      <UnsavedTexts
        failure={undefined}
        unsaved={[{ text: 'Buy milk', reason: 'The server cannot be reached.' }]}
        again={() => {}}
        discard={() => {}}
      />
      <FormFoot
        submit="Save"
        busy={fault !== undefined}
        failure={fault && 'The title is too long.'}
        onClose={() => setSent('canceled')}
      />
      <output>{sent ? `Sent: ${sent}` : 'Nothing sent'}</output>
    </form>
  )
}
