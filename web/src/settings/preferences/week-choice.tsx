// Chooses the first day of the week for the calendar and goals.
import { useState } from 'react'
import { Field } from '../../design/forms/field.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { regionalLocale, usualFirstDay } from '../../session/region/regional.ts'
import { readPreference, writePreference } from '../../session/storage/preferences.ts'
import { settingsTexts } from '../texts.ts'

/** The days on which weeks start somewhere in the world; 0 is Sunday. */
const FIRST_DAYS = [1, 0, 6]
const A_SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

export function WeekChoice() {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const [day, setDay] = useState(readPreference('week-start') ?? '')
  const format = new Intl.DateTimeFormat(regionalLocale(language), { weekday: 'long', timeZone: 'UTC' })
  const nameOf = (each: number) => format.format(A_SUNDAY + each * DAY_MS)
  return (
    <Field label={t.weekStart}>
      {field => (
        <>
          <select
            {...field}
            className="input"
            value={day}
            onChange={event => {
              writePreference('week-start', event.target.value)
              setDay(event.target.value)
            }}
          >
            <option value="">{t.weekStartAuto(nameOf(usualFirstDay(language)))}</option>
            {FIRST_DAYS.map(each => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </select>
          <span className="hint">{t.weekStartHint}</span>
        </>
      )}
    </Field>
  )
}
