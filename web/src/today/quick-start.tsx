// A field that starts a timer for something new.
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useQuickAdd } from '../design/forms/use-quick-add.ts'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { timerMinutes } from '../session/region/timer-minutes.ts'
import { useStored } from '../session/storage/preferences.ts'
import { useWrite } from '../sync/use-write.ts'
import { useTimerControl } from '../timers/live/control.ts'
import { todayTexts } from './texts.ts'

const USUAL_MINUTES = [15, 25, 50, 90]

export function QuickStart({ inputId }: { inputId: string }) {
  const t = useTexts(todayTexts)
  const control = useTimerControl()
  const write = useWrite()
  const usual = useStored(() => timerMinutes())
  const [chosen, setMinutes] = useState<number>()
  const minutes = chosen ?? usual
  const allocated_duration = minutes * 60
  const field = useQuickAdd('timer', title => write(live => live.timers.start({ title, allocated_duration })))
  const submit = (event: FormEvent) => {
    field.onSubmit(event)
    // An empty field starts a timer without a title.
    if (field.typed.trim() === '') control.start({ allocated_duration })
  }
  return (
    <form className="row quick-start" onSubmit={submit}>
      <input
        dir="auto"
        id={inputId}
        className="input grow"
        aria-label={t.what}
        placeholder={t.what}
        maxLength={255}
        {...field.inputProps}
      />
      <select
        className="input minutes"
        aria-label={t.minutes}
        value={minutes}
        onChange={event => setMinutes(Number(event.target.value))}
      >
        {[...new Set([...USUAL_MINUTES, usual])]
          .sort((a, b) => a - b)
          .map(each => (
            <option key={each} value={each}>
              {t.minutesOf(each)}
            </option>
          ))}
      </select>
      <Button type="submit" kind="primary">
        <Icon name="play" /> {t.start}
      </Button>
    </form>
  )
}
