import type { WorkingHours, WorkingRange } from '@daymark/contract/people/preferences'
import { useState } from 'react'
import { Button, IconButton } from '../../design/button.tsx'
import { weekdayText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import {
  areValid,
  nextRange,
  sortedRanges,
  usualHours,
  WEEKDAYS,
  type Weekday,
  workingHours,
} from '../../session/region/working-hours.ts'
import { readPreference, useStored } from '../../session/storage/preferences.ts'
import { useSavePreferences } from '../../sync/preferences/use-preferences.ts'
import { settingsTexts } from '../texts.ts'
import './working-hours.css'

export function WorkingHoursEditor() {
  const t = useTexts(settingsTexts)
  const save = useSavePreferences()
  // Subscribes to the stored text because the parsed object would be a new one on every render.
  const text = useStored(() => readPreference('working-hours') ?? '')
  const hours = text === '' ? undefined : workingHours()
  const change = (day: Weekday, ranges: readonly WorkingRange[]) => {
    const { [day]: _before, ...others } = hours ?? {}
    const next: WorkingHours = ranges.length === 0 ? others : { ...others, [day]: sortedRanges(ranges) }
    save({ working_hours: next })
  }
  return (
    <fieldset className="working-hours">
      <legend>{t.workingHours}</legend>
      <span className="hint">{t.workingHoursHint}</span>
      {hours ? (
        <>
          {WEEKDAYS.map(day => (
            <Day key={day} day={day} ranges={hours[day] ?? []} onChange={change} />
          ))}
          <Button kind="quiet" className="plain-start" onClick={() => save({ working_hours: null })}>
            {t.clearWorkingHours}
          </Button>
        </>
      ) : (
        <Button className="plain-start" onClick={() => save({ working_hours: usualHours() })}>
          {t.setWorkingHours}
        </Button>
      )}
    </fieldset>
  )
}

interface DayProps {
  day: Weekday
  ranges: readonly WorkingRange[]
  onChange: (day: Weekday, ranges: readonly WorkingRange[]) => void
}

function Day({ day, ranges, onChange }: DayProps) {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const name = weekdayText(Number(day), language)
  const added = nextRange(ranges)
  return (
    <div className="working-day">
      <span className="working-day-name">{name}</span>
      <div className="working-ranges">
        {ranges.map((range, at) => (
          <Range
            key={`${range.start} ${range.end}`}
            name={name}
            range={range}
            fits={next => areValid(sortedRanges(ranges.with(at, next)))}
            onChange={next => onChange(day, ranges.with(at, next))}
            onRemove={() => onChange(day, ranges.toSpliced(at, 1))}
          />
        ))}
        {ranges.length === 0 ? <span className="soft working-free">{t.dayOff}</span> : null}
      </div>
      {added ? (
        <IconButton name={t.addHours(name)} onClick={() => onChange(day, [...ranges, added])}>
          <Icon name="plus" />
        </IconButton>
      ) : null}
    </div>
  )
}

interface RangeProps {
  name: string
  range: WorkingRange
  /** Returns true if the day is valid with this range. */
  fits: (range: WorkingRange) => boolean
  onChange: (range: WorkingRange) => void
  onRemove: () => void
}

/** Saves on blur, so that a time can be typed digit by digit. */
function Range({ name, range, fits, onChange, onRemove }: RangeProps) {
  const t = useTexts(settingsTexts)
  const [typed, setTyped] = useState(range)
  const isFault = !fits(typed)
  const leave = () => {
    const isChanged = typed.start !== range.start || typed.end !== range.end
    if (isChanged && !isFault) onChange(typed)
  }
  const input = (field: 'start' | 'end', label: string) => (
    <input
      type="time"
      className="input"
      aria-label={`${name}: ${label}`}
      aria-invalid={isFault}
      required
      // Time fields cannot show 24:00.
      value={typed[field] === '24:00' ? '23:59' : typed[field]}
      onChange={event => setTyped({ ...typed, [field]: event.target.value })}
      onBlur={leave}
    />
  )
  return (
    <div className="working-range">
      {input('start', t.hoursFrom)}
      <span aria-hidden="true">–</span>
      {input('end', t.hoursUntil)}
      <IconButton name={t.removeHours(name)} onClick={onRemove}>
        <Icon name="close" />
      </IconButton>
      {isFault ? (
        <span className="fault" role="status">
          {t.hoursFault}
        </span>
      ) : null}
    </div>
  )
}
