import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../session/language.tsx'
import { settingsTexts } from '../texts.ts'
import { isZone } from './zone.ts'

interface Props {
  id: string
  value: string
  /** Called only with a valid time zone. */
  onChange: (zone: string) => void
}

const zones = Intl.supportedValuesOf('timeZone')

export function ZoneInput({ id, value, onChange }: Props) {
  const t = useTexts(settingsTexts)
  const [text, setText] = useState(value)
  // Hides the error while the user types, because a partial name is not a mistake.
  const [isLeft, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const fault = isZone(text.trim()) ? '' : t.zoneUnknown(value)
  useEffect(() => setText(value), [value])
  useEffect(() => input.current?.setCustomValidity(fault), [fault])
  const isShown = isLeft && fault !== ''
  return (
    <>
      <input
        id={id}
        ref={input}
        className="input"
        list={`${id}-zones`}
        autoComplete="off"
        spellCheck={false}
        required
        value={text}
        aria-invalid={isShown}
        aria-describedby={isShown ? `${id}-fault` : undefined}
        onChange={event => {
          setText(event.target.value)
          setLeft(false)
          if (isZone(event.target.value.trim())) onChange(event.target.value.trim())
        }}
        onBlur={() => setLeft(true)}
      />
      {isShown ? (
        <span id={`${id}-fault`} className="fault" role="alert">
          {fault}
        </span>
      ) : null}
      <datalist id={`${id}-zones`}>
        {zones.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
