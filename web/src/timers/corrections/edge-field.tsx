import { Field } from '../../design/forms/field.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { type Edge, typedEdge } from './periods.ts'

interface Props {
  label: string
  edge: Edge
  fault?: string | undefined
  onChange: (edge: Edge) => void
  /** The id of the form to submit, if it is not the enclosing one. */
  form?: string | undefined
}

export const EdgeField = ({ label, edge, fault, onChange, form }: Props) => (
  <Field label={label} fault={fault}>
    {field => (
      <input
        {...field}
        form={form}
        type="datetime-local"
        className="input"
        value={edge.text}
        onChange={event => onChange(typedEdge(event.target.value, timezone()))}
      />
    )}
  </Field>
)
