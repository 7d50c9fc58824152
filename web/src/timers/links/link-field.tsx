import { Field } from '../../design/forms/field.tsx'
import { useTexts } from '../../session/language.tsx'
import { timerTexts } from '../texts.ts'
import { linkOf, suggestions } from './links.ts'

export interface LinkFieldProps {
  label: string
  names: ReadonlyMap<string, string>
  /** The currently linked item's name. */
  start: string
  /** Undefined until the user types. */
  typed: string | undefined
  onType: (text: string) => void
}

export function LinkField({ label, names, start, typed, onType }: LinkFieldProps) {
  const t = useTexts(timerTexts)
  const isUnknown = typed !== undefined && linkOf(typed, names) === undefined
  return (
    <Field label={label} fault={isUnknown ? t.linkUnknown : undefined}>
      {field => (
        <>
          <input
            dir="auto"
            {...field}
            className="input"
            list={`${field.id}-names`}
            autoComplete="off"
            placeholder={t.linkHint}
            value={typed ?? start}
            onChange={event => onType(event.target.value)}
          />
          <datalist id={`${field.id}-names`}>
            {suggestions(names.keys(), typed ?? '').map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
