// Preferences stored in this browser: language, theme, time zone, notifications.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/forms/field.tsx'
import { LANGUAGES, type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { applyTheme, readPreference, timezone, writePreference } from '../../session/storage/preferences.ts'
import { settingsTexts } from '../texts.ts'
import { HolidayChoice } from './holiday-choice.tsx'
import { WeekChoice } from './week-choice.tsx'
import { ZoneInput } from './zone-input.tsx'

export function Preferences() {
  const t = useTexts(settingsTexts)
  const { language, choose } = useLanguage()
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
            onChange={event => choose(event.target.value as Language)}
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
      <WeekChoice />
      <HolidayChoice />
      <Notifications />
    </section>
  )
}

const THEMES = ['system', 'light', 'dark'] as const

function Theme() {
  const t = useTexts(settingsTexts)
  const [theme, setTheme] = useState(readPreference('theme') ?? 'system')
  const choose = (next: string) => {
    writePreference('theme', next)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <fieldset className="theme-choice">
      <legend>{t.theme}</legend>
      {THEMES.map(each => (
        <label key={each} className="theme">
          <input type="radio" name="theme" checked={theme === each} onChange={() => choose(each)} />
          <span>{t.themes[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}

function ZoneChoice() {
  const t = useTexts(settingsTexts)
  const queries = useQueryClient()
  const [zone, setZone] = useState(timezone)
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone
  const choose = (next: string) => {
    writePreference('timezone', next)
    setZone(next)
    void queries.invalidateQueries()
  }
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

function Notifications() {
  const t = useTexts(settingsTexts)
  const supported = 'Notification' in window
  const [permission, setPermission] = useState(supported ? Notification.permission : 'denied')
  const words = { granted: t.granted, denied: supported ? t.denied : t.unsupported, default: '' }
  return (
    <div className="field">
      <span className="label">{t.notifications}</span>
      <span className="hint">{t.notificationsHint}</span>
      {permission === 'default' ? (
        <Button
          className="plain-start"
          onClick={() => void Notification.requestPermission().then(setPermission)}
        >
          {t.allow}
        </Button>
      ) : (
        <span>{words[permission]}</span>
      )}
    </div>
  )
}
