// After a start, the chosen method and lengths are saved as the user's preference.
import { DEFAULT_FOCUS, FOCUS_PRESETS } from '@daymark/contract/focus/phases'
import type { FocusSettings } from '@daymark/contract/people/preferences'
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Field } from '../design/forms/field.tsx'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { usePreferences, useSavePreferences } from '../sync/preferences/use-preferences.ts'
import { useFocusActions } from '../timers/focus/use-focus.ts'
import { linkOf, suggestions } from '../timers/links/links.ts'
import { useTodoNames } from '../timers/links/use-linkables.ts'
import { focusPageTexts } from './texts.ts'

const LIMITS = { work_minutes: 600, break_minutes: 240, long_break_minutes: 240, rounds: 20 } as const
type NumberName = keyof typeof LIMITS

/** The number fields of each method. */
const FIELDS: Record<FocusSettings['preset'], readonly NumberName[]> = {
  pomodoro: ['work_minutes', 'break_minutes', 'long_break_minutes', 'rounds'],
  flowtime: ['break_minutes', 'long_break_minutes'],
  countdown: ['work_minutes'],
}

export function StartPanel() {
  const t = useTexts(focusPageTexts)
  const actions = useFocusActions()
  const names = useTodoNames()
  const saved = usePreferences().shown?.focus
  const save = useSavePreferences()
  const [what, setWhat] = useState('')
  const [chosen, setChosen] = useState<Partial<FocusSettings>>({})
  const [isStarting, setStarting] = useState(false)
  const plan: FocusSettings = { ...(saved ?? DEFAULT_FOCUS), ...chosen }
  const labels: Record<NumberName, string> = {
    work_minutes: `${t.work} (${t.minutes})`,
    break_minutes: `${t.shortBreak} (${t.minutes})`,
    long_break_minutes: `${t.longBreak} (${t.minutes})`,
    rounds: t.rounds,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const todo_id = what.trim() === '' ? undefined : linkOf(what, names)
    const title = what.trim()
    setStarting(true)
    const isStarted = await actions.start({
      ...plan,
      ...(todo_id ? { todo_id } : title !== '' && { title }),
    })
    setStarting(false)
    if (isStarted && Object.keys(chosen).length > 0) save({ focus: plan })
  }
  return (
    <form className="card focus-start" onSubmit={submit}>
      <Field label={t.what}>
        {field => (
          <>
            <input
              {...field}
              dir="auto"
              className="input"
              list="focus-todos"
              autoComplete="off"
              maxLength={255}
              placeholder={t.whatHint}
              value={what}
              onChange={event => setWhat(event.target.value)}
            />
            <datalist id="focus-todos">
              {suggestions(names.keys(), what).map(name => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <fieldset className="focus-presets">
        <legend>{t.method}</legend>
        {FOCUS_PRESETS.map(preset => (
          <label key={preset} className={`focus-preset ${plan.preset === preset ? 'is-chosen' : ''}`}>
            <input
              type="radio"
              name="preset"
              checked={plan.preset === preset}
              onChange={() => setChosen({ ...chosen, preset })}
            />
            <span>
              <strong>{t.presets[preset]}</strong>
              <span className="soft">{t.presetHints[preset]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="focus-numbers">
        {FIELDS[plan.preset].map(name => (
          <Field key={name} label={labels[name]}>
            {field => (
              <input
                {...field}
                type="number"
                className="input"
                required
                min={1}
                max={LIMITS[name]}
                value={plan[name] || ''}
                onChange={event => setChosen({ ...chosen, [name]: Number(event.target.value) })}
              />
            )}
          </Field>
        ))}
      </div>
      <Button type="submit" kind="primary" className="focus-go" disabled={isStarting}>
        <Icon name="play" /> {t.start}
      </Button>
    </form>
  )
}
