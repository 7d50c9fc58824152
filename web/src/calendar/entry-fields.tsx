// The fields of an entry: title, when, repetition, state, tags, description.
import { SCHEDULE_STATES } from '@daymark/contract/schedule'
import { useId } from 'react'
import { useTexts } from '../session/language.tsx'
import { withStart } from './entry-form.ts'
import { entryTexts } from './entry-texts.ts'
import { Field } from './field.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { TagPicker } from './tag-picker.tsx'
import type { EntryFormState } from './use-entry-form.ts'
import { instantOf, type Local, localOf } from './zone-time.ts'

interface Props {
  form: EntryFormState
  zone: string
  /** The zone in which a series repeats. */
  ruleZone: string
}

export function EntryFields({ form, zone, ruleZone }: Props) {
  const t = useTexts(entryTexts)
  const { values, set, faults } = form
  const start = instantOf(values.whole_days ? { ...values.start, time: '00:00' } : values.start, zone)
  const ruleStart = Number.isNaN(start) ? values.start.date : localOf(start, ruleZone).date
  return (
    <>
      <Field label={t.title} fault={faults['title']}>
        {props => (
          <input
            {...props}
            className="input"
            // The title is what one came to type.
            ref={focusOnce}
            maxLength={255}
            placeholder={t.titleHint}
            value={values.title}
            onChange={event => set({ title: event.target.value })}
          />
        )}
      </Field>
      <When form={form} zone={zone} />
      <RuleEditor
        rule={values.rule}
        onRule={rule => set({ rule })}
        startDate={ruleStart}
        zone={ruleZone}
        showZone={ruleZone !== zone}
        fault={faults['recurrence_rule']}
      />
      <TagPicker chosen={values.tag_ids} onChosen={tag_ids => set({ tag_ids })} fault={faults['tag_ids']} />
      <Field label={t.state} fault={faults['state']}>
        {props => (
          <select
            {...props}
            className="input"
            value={values.state}
            onChange={event =>
              set({ state: SCHEDULE_STATES.find(each => each === event.target.value) ?? 'PLANNED' })
            }
          >
            {SCHEDULE_STATES.map(state => (
              <option key={state} value={state}>
                {t.states[state]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t.description} fault={faults['description']}>
        {props => (
          <textarea
            {...props}
            className="input"
            value={values.description}
            onChange={event => set({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

const focused = new WeakSet<HTMLElement>()

function focusOnce(input: HTMLInputElement | null): void {
  if (!input || focused.has(input)) return
  focused.add(input)
  if (input.value === '') input.focus()
}

function When({ form, zone }: { form: EntryFormState; zone: string }) {
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
        onAt={start => set(withStart(values, start, zone))}
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
      <div className="row moment-inputs">
        <input
          {...common}
          type="date"
          className="input"
          aria-label={`${label}, ${t.date}`}
          value={at.date}
          onChange={event => onAt({ ...at, date: event.target.value })}
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
