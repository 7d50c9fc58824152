import { DateInput } from '../../design/dates/date-input.tsx'
import { Choice } from '../../design/forms/choice.tsx'
import { Field } from '../../design/forms/field.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { firstDayOfWeek } from '../../session/region/regional.ts'
import { ZoneInput } from '../../settings/preferences/zone-input.tsx'
import './poll-form.css'
import { meetingTexts } from '../texts.ts'
import { clockWords, weekdayName } from '../words.ts'
import { endChoices, minuteChoices, type Poll, startChoices, weekdaysFrom } from './poll.ts'

interface Props {
  poll: Poll
  onChange: (change: Partial<Poll>) => void
}

export function PollFields({ poll, onChange }: Props) {
  const t = useTexts(meetingTexts)
  return (
    <>
      <Field label={t.title}>
        {field => (
          <input
            dir="auto"
            {...field}
            className="input"
            required
            maxLength={255}
            value={poll.title}
            onChange={event => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.description}>
        {field => (
          <textarea
            dir="auto"
            {...field}
            className="input"
            rows={2}
            value={poll.description}
            onChange={event => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="pair">
        <DateField
          name={t.firstDay}
          value={poll.start_date}
          onChange={start_date => onChange({ start_date })}
        />
        <DateField name={t.lastDay} value={poll.end_date} onChange={end_date => onChange({ end_date })} />
      </div>
      <Weekdays poll={poll} onChange={onChange} />
      <Hours poll={poll} onChange={onChange} />
      <Field label={t.zone}>
        {field => (
          <ZoneInput {...field} value={poll.timezone} onChange={timezone => onChange({ timezone })} />
        )}
      </Field>
    </>
  )
}

function DateField(props: { name: string; value: string; onChange: (date: string) => void }) {
  return (
    <Field label={props.name}>
      {field => <DateInput {...field} required value={props.value} onChange={props.onChange} />}
    </Field>
  )
}

function Weekdays({ poll, onChange }: Props) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const chosen = new Set(poll.available_days)
  const toggle = (day: number) =>
    onChange({ available_days: [...chosen.symmetricDifference(new Set([day]))].sort() })
  return (
    <fieldset className="poll-days">
      <legend>{t.weekdays}</legend>
      {weekdaysFrom(firstDayOfWeek(language)).map(day => (
        <label key={day} className="poll-day">
          <input
            type="checkbox"
            checked={chosen.has(day)}
            onChange={() => toggle(day)}
            aria-label={weekdayName(day, language, 'long')}
          />
          <span aria-hidden="true">{weekdayName(day, language)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Hours({ poll, onChange }: Props) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  return (
    <div className="triple">
      <Choice
        label={t.earliest}
        value={poll.start_time}
        choices={startChoices(poll.start_time).map(time => [time, clockWords(time, language)])}
        onChange={start_time => onChange({ start_time })}
      />
      <Choice
        label={t.latest}
        value={poll.end_time}
        choices={endChoices(poll.end_time).map(time => [time, clockWords(time, language)])}
        onChange={end_time => onChange({ end_time })}
      />
      <Choice
        label={t.cell}
        value={String(poll.time_slot_minutes)}
        choices={minuteChoices(poll.time_slot_minutes).map(each => [String(each), t.minutes(each)])}
        onChange={minutes => onChange({ time_slot_minutes: Number(minutes) })}
      />
    </div>
  )
}
