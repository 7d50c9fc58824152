import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Field } from '../../design/forms/field.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { countriesIn } from '../../session/region/countries.ts'
import {
  type HolidayPlace,
  homeCountry,
  isNamed,
  NO_HOLIDAYS,
  OF_SERVER,
  placeOf,
} from '../../session/region/holiday-place.ts'
import { readPreference, useStored } from '../../session/storage/preferences.ts'
import { useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { settingsTexts } from '../texts.ts'

export function HolidayChoice() {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const save = useSavePreferences()
  const place = placeOf(useStored(() => readPreference('holidays') ?? homeCountry() ?? OF_SERVER))
  const countries = useMemo(() => countriesIn(language), [language])
  const choose = ({ country, region }: HolidayPlace) =>
    save({ holiday_country: country, holiday_region: region === '' ? null : region })
  return (
    <Field label={t.holidays}>
      {field => (
        <>
          <select
            {...field}
            className="input"
            value={place.country}
            onChange={event => choose({ country: event.target.value, region: '' })}
          >
            <option value={NO_HOLIDAYS}>{t.noHolidays}</option>
            <option value={OF_SERVER}>{t.serverCountry}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          {isNamed(place.country) ? <Region key={place.country} place={place} onKnown={choose} /> : null}
          <span className="hint">{t.holidaysHint}</span>
        </>
      )}
    </Field>
  )
}

/** Saves a region only if the server recognizes its code. An empty field removes the region. */
function Region({ place, onKnown }: { place: HolidayPlace; onKnown: (place: HolidayPlace) => void }) {
  const t = useTexts(settingsTexts)
  const client = useClient()
  const [text, setText] = useState(place.region)
  const { country } = place
  const region = text.trim().toUpperCase()
  const check = useQuery({
    queryKey: ['holidays', 'region', country, region],
    queryFn: async () => {
      await client.holidays.list({ query: { country, region, limit: 1 } })
      onKnown({ country, region })
      return true
    },
    enabled: region !== '' && region !== place.region,
    retry: false,
    gcTime: 0,
  })
  const isUnknown = check.isError && region !== place.region
  return (
    <>
      <label htmlFor="setting-region">{t.region}</label>
      <input
        id="setting-region"
        className="input"
        autoComplete="off"
        spellCheck={false}
        maxLength={12}
        value={text}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? 'setting-region-fault' : 'setting-region-hint'}
        onChange={event => {
          setText(event.target.value)
          if (event.target.value.trim() === '') onKnown({ country, region: '' })
        }}
      />
      {isUnknown ? (
        <span id="setting-region-fault" className="fault" role="status">
          {t.regionUnknown}
        </span>
      ) : (
        <span id="setting-region-hint" className="hint">
          {t.regionHint}
        </span>
      )}
    </>
  )
}
