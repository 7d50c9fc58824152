// One line to start a timer on something new.
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { useTimerControl } from '../timers/control.ts'
import { todayTexts } from './texts.ts'

const USUAL_MINUTES = [15, 25, 50, 90]

export function QuickStart({ inputId }: { inputId: string }) {
  const t = useTexts(todayTexts)
  const control = useTimerControl()
  const [title, setTitle] = useState('')
  const [minutes, setMinutes] = useState(25)
  return (
    <form
      className="row quick-start"
      onSubmit={event => {
        event.preventDefault()
        const trimmed = title.trim()
        control.start({ allocated_duration: minutes * 60, ...(trimmed && { title: trimmed }) })
        setTitle('')
      }}
    >
      <input
        id={inputId}
        className="input grow"
        aria-label={t.what}
        placeholder={t.what}
        maxLength={255}
        value={title}
        onChange={event => setTitle(event.target.value)}
      />
      <select
        className="input minutes"
        aria-label={t.minutes}
        value={minutes}
        onChange={event => setMinutes(Number(event.target.value))}
      >
        {USUAL_MINUTES.map(each => (
          <option key={each} value={each}>
            {each} {t.minutes.toLowerCase()}
          </option>
        ))}
      </select>
      <Button type="submit" kind="primary">
        <Icon name="play" /> {t.start}
      </Button>
    </form>
  )
}
