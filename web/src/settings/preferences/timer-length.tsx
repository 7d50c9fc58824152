import { Field } from '../../design/forms/field.tsx'
import { useTexts } from '../../session/language.tsx'
import { TIMER_LENGTHS, timerMinutes } from '../../session/region/timer-minutes.ts'
import { useStored } from '../../session/storage/preferences.ts'
import { useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { settingsTexts } from '../texts.ts'

export function TimerLength() {
  const t = useTexts(settingsTexts)
  const save = useSavePreferences()
  const minutes = useStored(() => timerMinutes())
  return (
    <Field label={t.timerLength}>
      {field => (
        <select
          {...field}
          className="input"
          value={minutes}
          onChange={event => save({ default_timer_minutes: Number(event.target.value) })}
        >
          {[...new Set([...TIMER_LENGTHS, minutes])]
            .sort((a, b) => a - b)
            .map(each => (
              <option key={each} value={each}>
                {t.minutes(each)}
              </option>
            ))}
        </select>
      )}
    </Field>
  )
}
