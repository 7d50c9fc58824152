// A field with suggestions that links a timer to an item by name.
import { useTexts } from '../../session/language.tsx'
import { timerTexts } from '../texts.ts'
import { linkOf, suggestions } from './links.ts'

export interface LinkFieldProps {
  id: string
  label: string
  names: ReadonlyMap<string, string>
  /** The name of the currently linked item. */
  start: string
  /** Undefined until the user types. */
  typed: string | undefined
  onType: (text: string) => void
}

export function LinkField({ id, label, names, start, typed, onType }: LinkFieldProps) {
  const t = useTexts(timerTexts)
  const isUnknown = typed !== undefined && linkOf(typed, names) === undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        dir="auto"
        id={id}
        className="input"
        list={`${id}-names`}
        autoComplete="off"
        placeholder={t.linkHint}
        value={typed ?? start}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? `${id}-fault` : undefined}
        onChange={event => onType(event.target.value)}
      />
      <datalist id={`${id}-names`}>
        {suggestions(names.keys(), typed ?? '').map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isUnknown ? (
        <span id={`${id}-fault`} className="fault">
          {t.linkUnknown}
        </span>
      ) : null}
    </div>
  )
}
