// The fields of a poll: days, weekdays, hours, time step and time zone.
import { useLanguage, useTexts } from '../../session/language.tsx'
import { ZoneInput } from '../../settings/preferences/zone-input.tsx'
import './poll-form.css'
import { meetingTexts } from '../texts.ts'
import { clockWords, weekdayName } from '../words.ts'
import { endChoices, minuteChoices, type Poll, startChoices } from './poll.ts'

interface Props {
  poll: Poll
  onChange: (change: Partial<Poll>) => void
}

export function PollFields({ poll, onChange }: Props) {
  const t = useTexts(meetingTexts)
  return (
    <>
      <div className="field">
        <label htmlFor="poll-title">{t.title}</label>
        <input
          dir="auto"
          id="poll-title"
          className="input"
          required
          maxLength={255}
          value={poll.title}
          onChange={event => onChange({ title: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="poll-description">{t.description}</label>
        <textarea
          dir="auto"
          id="poll-description"
          className="input"
          rows={2}
          value={poll.description}
          onChange={event => onChange({ description: event.target.value })}
        />
      </div>
      <div className="pair">
        <DateField
          id="first"
          name={t.firstDay}
          value={poll.start_date}
          onChange={start_date => onChange({ start_date })}
        />
        <DateField
          id="last"
          name={t.lastDay}
          value={poll.end_date}
          onChange={end_date => onChange({ end_date })}
        />
      </div>
      <Weekdays poll={poll} onChange={onChange} />
      <Hours poll={poll} onChange={onChange} />
      <div className="field">
        <label htmlFor="poll-zone">{t.zone}</label>
        <ZoneInput id="poll-zone" value={poll.timezone} onChange={timezone => onChange({ timezone })} />
      </div>
    </>
  )
}

function DateField(props: { id: string; name: string; value: string; onChange: (date: string) => void }) {
  return (
    <div className="field">
      <label htmlFor={`poll-${props.id}`}>{props.name}</label>
      <input
        id={`poll-${props.id}`}
        type="date"
        className="input"
        required
        value={props.value}
        onChange={event => props.onChange(event.target.value)}
      />
    </div>
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
      {[0, 1, 2, 3, 4, 5, 6].map(day => (
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
        id="from"
        name={t.earliest}
        value={poll.start_time}
        choices={startChoices(poll.start_time).map(time => [time, clockWords(time, language)])}
        onChange={start_time => onChange({ start_time })}
      />
      <Choice
        id="until"
        name={t.latest}
        value={poll.end_time}
        choices={endChoices(poll.end_time).map(time => [time, clockWords(time, language)])}
        onChange={end_time => onChange({ end_time })}
      />
      <Choice
        id="step"
        name={t.cell}
        value={String(poll.time_slot_minutes)}
        choices={minuteChoices(poll.time_slot_minutes).map(each => [String(each), t.minutes(each)])}
        onChange={minutes => onChange({ time_slot_minutes: Number(minutes) })}
      />
    </div>
  )
}

interface ChoiceProps {
  id: string
  name: string
  value: string
  choices: [value: string, words: string][]
  onChange: (value: string) => void
}

export function Choice({ id, name, value, choices, onChange }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={`poll-${id}`}>{name}</label>
      <select
        id={`poll-${id}`}
        className="input"
        value={value}
        onChange={event => onChange(event.target.value)}
      >
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
