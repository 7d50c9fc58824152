// A field for a time zone, with all zones that the browser knows as suggestions.
import { useEffect, useState } from 'react'
import { isZone } from './zone.ts'

interface Props {
  id: string
  value: string
  /** Called only with a zone that exists. */
  onChange: (zone: string) => void
}

const zones = Intl.supportedValuesOf('timeZone')

export function ZoneInput({ id, value, onChange }: Props) {
  const [text, setText] = useState(value)
  const known = isZone(text)
  useEffect(() => setText(value), [value])
  return (
    <>
      <input
        id={id}
        className="input"
        list={`${id}-zones`}
        autoComplete="off"
        spellCheck={false}
        required
        value={text}
        aria-invalid={!known}
        onChange={event => {
          setText(event.target.value)
          if (isZone(event.target.value)) onChange(event.target.value)
        }}
        onBlur={() => {
          if (!known) setText(value)
        }}
      />
      <datalist id={`${id}-zones`}>
        {zones.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
