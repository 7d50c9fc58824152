import { useState } from 'react'
import { Choice } from '../forms/choice.tsx'
import { Field } from '../forms/field.tsx'
import { FormFoot } from '../forms/form-foot.tsx'
import { InputField } from '../forms/input-field.tsx'
import { Fault } from '../states.tsx'

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
      <Field label="Description">{field => <textarea {...field} className="input" rows={2} />}</Field>
      <InputField label="Address" hint="It begins with https." type="url" />
      <Choice label="Color" value={color} choices={COLORS} onChange={setColor} />
      <Fault>{fault && 'The title is too long.'}</Fault>
      <FormFoot submit="Save" isDisabled={fault !== undefined} onClose={() => setSent('canceled')} />
      <output>{sent ? `Sent: ${sent}` : 'Nothing sent'}</output>
    </form>
  )
}
