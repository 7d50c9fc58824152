import { useId, useState } from 'react'
import { DateInput } from '../../design/dates/date-input.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import type { Local } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { ZoneInput } from '../../settings/preferences/zone-input.tsx'
import { readersTimes } from '../entries/times.ts'
import { spanOf, withStart } from './entry-form.ts'
import { entryTexts } from './entry-texts.ts'
import type { EntryFormState } from './use-entry-form.ts'

export function When({ form }: { form: EntryFormState }) {
  const t = useTexts(entryTexts)
  const { values, set, faults } = form
  return (
    <div className="stack when">
      <label className="row check">
        <input
          type="checkbox"
          checked={values.whole_days}
          onChange={event => set({ whole_days: event.target.checked })}
        />
        {t.wholeDays}
      </label>
      <Moment
        label={t.starts}
        at={values.start}
        onAt={start => set(withStart(values, start))}
        wholeDays={values.whole_days}
        fault={faults['start_time']}
      />
      <Moment
        label={t.ends}
        at={values.end}
        onAt={end => set({ end })}
        wholeDays={values.whole_days}
        fault={faults['end_time']}
      />
      {values.whole_days ? null : <ZoneField form={form} />}
    </div>
  )
}

/**
 * Starts as a button, because most entries are in the user's time zone. For any other zone, the field is open at once.
 */
function ZoneField({ form: { values, set } }: { form: EntryFormState }) {
  const t = useTexts(entryTexts)
  const { language } = useLanguage()
  const id = useId()
  const [isOpen, setOpen] = useState(values.zone !== timezone())
  if (!isOpen)
    return (
      <button type="button" className="button quiet zone-button" onClick={() => setOpen(true)}>
        {t.zone}: {values.zone}
      </button>
    )
  const { start, end } = spanOf(values)
  const isElsewhere = values.zone !== timezone() && end >= start
  const { from, until } = isElsewhere ? readersTimes(language)(start, end) : { from: '', until: '' }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t.zone}
      </label>
      <ZoneInput id={id} value={values.zone} onChange={zone => set({ zone })} />
      {isElsewhere ? <p className="soft hint">{t.yourTime(until ? `${from} – ${until}` : from)}</p> : null}
    </div>
  )
}

interface MomentProps {
  label: string
  at: Local
  onAt: (at: Local) => void
  wholeDays: boolean
  fault: string | undefined
}

function Moment({ label, at, onAt, wholeDays, fault }: MomentProps) {
  const t = useTexts(entryTexts)
  const id = useId()
  const common = { 'aria-describedby': fault ? id : undefined, 'aria-invalid': fault !== undefined }
  return (
    <fieldset className="field moment">
      <legend className="label">{label}</legend>
      <div className="row date-and-time">
        <DateInput
          {...common}
          aria-label={`${label}, ${t.date}`}
          value={at.date}
          onChange={date => onAt({ ...at, date })}
        />
        {wholeDays ? null : (
          <input
            {...common}
            type="time"
            className="input"
            aria-label={`${label}, ${t.time}`}
            value={at.time}
            onChange={event => onAt({ ...at, time: event.target.value })}
          />
        )}
      </div>
      {fault ? (
        <p className="fault" id={id}>
          {fault}
        </p>
      ) : null}
    </fieldset>
  )
}
