// Contains only preferences that are synced across devices.
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/forms/field.tsx'
import { LANGUAGES, type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { deviceZone, readPreference, timezone, useStored } from '../../session/storage/preferences.ts'
import { useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { settingsTexts } from '../texts.ts'
import { DefaultList } from './default-list.tsx'
import { HolidayChoice } from './holiday-choice.tsx'
import { TimerLength } from './timer-length.tsx'
import { TimeFormatChoice, WeekChoice } from './week-choice.tsx'
import { WorkingHoursEditor } from './working-hours.tsx'
import { ZoneInput } from './zone-input.tsx'

export function Preferences() {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const save = useSavePreferences()
  return (
    <section className="card panel" aria-labelledby="preferences-title">
      <h2 id="preferences-title">{t.preferences}</h2>
      <p className="soft">{t.preferencesHint}</p>
      <Field label={t.language}>
        {field => (
          <select
            {...field}
            className="input"
            value={language}
            onChange={event => save({ language: event.target.value as Language })}
          >
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Theme />
      <ZoneChoice />
      <TimeFormatChoice />
      <WeekChoice />
      <WorkingHoursEditor />
      <TimerLength />
      <DefaultList />
      <HolidayChoice />
    </section>
  )
}

const THEMES = ['system', 'light', 'dark'] as const

function Theme() {
  const t = useTexts(settingsTexts)
  const save = useSavePreferences()
  const theme = useStored(() => readPreference('theme') ?? 'system')
  return (
    <fieldset className="theme-choice">
      <legend>{t.theme}</legend>
      {THEMES.map(each => (
        <label key={each} className="theme">
          <input type="radio" name="theme" checked={theme === each} onChange={() => save({ theme: each })} />
          <span>{t.themes[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}

function ZoneChoice() {
  const t = useTexts(settingsTexts)
  const save = useSavePreferences()
  const zone = useStored(timezone)
  const device = deviceZone()
  const choose = (next: string) => save({ timezone: next })
  return (
    <Field label={t.zone}>
      {field => (
        <>
          <ZoneInput {...field} value={zone} onChange={choose} />
          <span className="hint">{t.zoneHint}</span>
          {zone === device ? null : (
            <Button kind="quiet" className="plain-start" onClick={() => choose(device)}>
              {t.deviceZone(device)}
            </Button>
          )}
        </>
      )}
    </Field>
  )
}
