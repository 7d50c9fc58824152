// A date with an optional time, and buttons for common dates.
import { DateInput } from '../../design/dates/date-input.tsx'
import { dateOf } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { selectionTexts } from '../../selection/texts.ts'
import { useTexts } from '../../session/language.tsx'
import { addDays, type Local, weekdayOf } from '../../session/region/zone-time.ts'
import { todoTexts } from '../texts.ts'

interface Props {
  due: Local
  onDue: (due: Local) => void
}

export function DeadlineField({ due, onDue }: Props) {
  const t = useTexts(todoTexts)
  const words = useTexts(selectionTexts)
  const today = dateOf()
  const choices = [
    [words.today, today],
    [words.tomorrow, addDays(today, 1)],
    [words.nextWeek, addDays(today, 7 - weekdayOf(today))],
    [words.noDeadline, ''],
  ] as const
  return (
    <Field label={t.deadline}>
      {field => (
        <>
          <div className="row date-and-time">
            <DateInput
              {...field}
              aria-describedby={`${field.id}-hint`}
              max="2200-12-30"
              value={due.date}
              onChange={date => onDue({ ...due, date })}
            />
            <input
              type="time"
              className="input"
              aria-label={t.deadlineTime}
              disabled={due.date === ''}
              value={due.date === '' ? '' : due.time}
              onChange={event => onDue({ ...due, time: event.target.value })}
            />
          </div>
          <div className="row date-chips">
            {choices.map(([name, date]) => (
              <button
                key={name}
                type="button"
                className="chip plain list-chip"
                data-edits
                aria-pressed={due.date === date}
                onClick={() => onDue({ ...due, date })}
              >
                {name}
              </button>
            ))}
          </div>
          <span className="hint" id={`${field.id}-hint`}>
            {t.deadlineHint}
          </span>
        </>
      )}
    </Field>
  )
}
