import type { Todo } from '@daymark/contract/planning/todos'
import { useState } from 'react'
import { RuleEditor } from '../../calendar/rule/rule-editor.tsx'
import { dateOf } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { todoTexts } from '../texts.ts'
import { isOpen } from '../tree/visible.ts'

export const MOST_MINUTES = 100_000

export function EstimateAndPriority({ todo }: { todo: Todo }) {
  const t = useTexts(todoTexts)
  return (
    <>
      <Field label={t.estimate}>
        {field => (
          <input
            {...field}
            name="estimate"
            type="number"
            inputMode="numeric"
            className="input"
            min={1}
            max={MOST_MINUTES}
            step={1}
            defaultValue={todo.estimate_minutes ?? ''}
          />
        )}
      </Field>
      <Field label={t.priority}>
        {field => (
          <select {...field} name="priority" className="input" defaultValue={todo.priority}>
            {t.priorities.map((words, value) => (
              <option key={words} value={value}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

/** Reuses the calendar's rule editor. The first occurrence is on the deadline's date. */
export function Repetition({ todo, date, status }: { todo: Todo; date: string; status: string }) {
  const t = useTexts(todoTexts)
  const [rule, setRule] = useState(todo.recurrence_rule ?? '')
  const zone = todo.recurrence_rule === null ? timezone() : todo.timezone
  const ends = todo.recurrence_rule !== null && isOpen(todo) && !isOpen({ status: status as Todo['status'] })
  const fault = rule !== '' && date === '' ? t.repeatNeedsDeadline : undefined
  return (
    <div className="stack">
      <RuleEditor
        rule={rule}
        onRule={setRule}
        startDate={date === '' ? dateOf() : date}
        zone={zone}
        showZone={zone !== timezone()}
        fault={undefined}
      />
      <input type="hidden" name="rule" value={rule} />
      <input type="hidden" name="zone" value={zone} />
      {fault ? (
        <p className="fault" role="alert">
          {fault}
        </p>
      ) : null}
      {rule === '' ? null : (
        <Field label={t.repeatFrom}>
          {field => (
            <select {...field} name="repeat_from" className="input" defaultValue={todo.repeat_from}>
              <option value="deadline">{t.repeatFroms.deadline}</option>
              <option value="completion">{t.repeatFroms.completion}</option>
            </select>
          )}
        </Field>
      )}
      {ends ? (
        <label className="row">
          <input type="checkbox" name="end" /> {t.endSeries}
        </label>
      ) : null}
    </div>
  )
}
