// A field that links a timer to something by its name, with suggestions.
import { useState } from 'react'
import { useTexts } from '../session/language.tsx'
import { linkOf, suggestions } from './links.ts'
import { timerTexts } from './texts.ts'

interface Props {
  id: string
  label: string
  names: ReadonlyMap<string, string>
  /** The name of what it is linked to so far. */
  start: string
  /** Undefined while nothing of the typed name exists. */
  onChange: (link: string | null | undefined) => void
}

export function LinkField({ id, label, names, start, onChange }: Props) {
  const t = useTexts(timerTexts)
  const [text, setText] = useState(start)
  const isUnknown = text !== start && linkOf(text, names) === undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        list={`${id}-names`}
        autoComplete="off"
        placeholder={t.linkHint}
        value={text}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? `${id}-fault` : undefined}
        onChange={event => {
          setText(event.target.value)
          onChange(linkOf(event.target.value, names))
        }}
      />
      <datalist id={`${id}-names`}>
        {suggestions(names.keys(), text === start ? '' : text).map(name => (
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
