import { Field } from './field.tsx'

interface Props {
  label: string
  value: string
  choices: readonly (readonly [value: string, words: string])[]
  onChange: (value: string) => void
}

export const Choice = ({ label, value, choices, onChange }: Props) => (
  <Field label={label}>
    {field => (
      <select {...field} className="input" value={value} onChange={event => onChange(event.target.value)}>
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Field>
)
