import { weekdayText } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { currentLanguage, useLanguage, useTexts } from '../../session/language.tsx'
import {
  chosenTimeFormat,
  firstDayOfWeek,
  type TimeFormat,
  usualTimeFormat,
} from '../../session/region/regional.ts'
import { useStored } from '../../session/storage/preferences.ts'
import { mondayBased } from '../../sync/preferences/cached.ts'
import { useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { settingsTexts } from '../texts.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

export function WeekChoice() {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const save = useSavePreferences()
  const day = useStored(() => mondayBased(firstDayOfWeek(currentLanguage())))
  return (
    <Field label={t.weekStart}>
      {field => (
        <>
          <select
            {...field}
            className="input"
            value={day}
            onChange={event => save({ week_start: Number(event.target.value) })}
          >
            {DAYS.map(each => (
              <option key={each} value={each}>
                {weekdayText(each, language)}
              </option>
            ))}
          </select>
          <span className="hint">{t.weekStartHint}</span>
        </>
      )}
    </Field>
  )
}

const FORMATS: readonly TimeFormat[] = ['12h', '24h']

export function TimeFormatChoice() {
  const t = useTexts(settingsTexts)
  const save = useSavePreferences()
  const format = useStored(() => chosenTimeFormat() ?? usualTimeFormat(currentLanguage()))
  return (
    <Field label={t.timeFormat}>
      {field => (
        <select
          {...field}
          className="input"
          value={format}
          onChange={event => save({ time_format: event.target.value as TimeFormat })}
        >
          {FORMATS.map(each => (
            <option key={each} value={each}>
              {t.timeFormats[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
