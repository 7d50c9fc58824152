// The deadline in the todo dialog: a date with an optional time.
import { Field } from '../../design/forms/field.tsx'
import { useTexts } from '../../session/language.tsx'
import type { Local } from '../../session/region/zone-time.ts'
import { todoTexts } from '../texts.ts'

interface Props {
  due: Local
  onDue: (due: Local) => void
}

export function DeadlineField({ due, onDue }: Props) {
  const t = useTexts(todoTexts)
  return (
    <Field label={t.deadline}>
      {field => (
        <>
          <div className="row deadline-inputs">
            <input
              {...field}
              type="date"
              className="input"
              aria-describedby={`${field.id}-hint`}
              max="2200-12-30"
              value={due.date}
              onChange={event => onDue({ ...due, date: event.target.value })}
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
          <span className="hint" id={`${field.id}-hint`}>
            {t.deadlineHint}
          </span>
        </>
      )}
    </Field>
  )
}
