import { SCHEDULE_STATES } from '@daymark/contract/constants'
import { ENTRY_TEXT_NAMES, ENTRY_TEXTS, type EntryText } from '@daymark/contract/planning/entry-texts'
import { Field } from '../../design/forms/field.tsx'
import { entryTextLabels } from '../../history/entry-text-labels.ts'
import { RemindersField } from '../../notifications/reminders-field.tsx'
import { useTexts } from '../../session/language.tsx'
import { instantOf, localOf } from '../../session/region/zone-time.ts'
import { usePreferences } from '../../sync/preferences/use-preferences.ts'
import { TagPicker } from '../../tags/tag-picker.tsx'
import { RuleEditor } from '../rule/rule-editor.tsx'
import { entryTexts } from './entry-texts.ts'
import type { EntryFormState } from './use-entry-form.ts'
import { When } from './when.tsx'

interface Props {
  form: EntryFormState
  ruleZone: string
}

export function EntryFields({ form, ruleZone }: Props) {
  const t = useTexts(entryTexts)
  const { values, set, faults } = form
  const { zone } = values
  const defaults = usePreferences().shown?.default_reminders ?? []
  const start = instantOf(values.whole_days ? { ...values.start, time: '00:00' } : values.start, zone)
  const ruleStart = localOf(Number.isNaN(start) ? Date.now() : start, ruleZone).date
  return (
    <>
      <Field label={t.title} fault={faults['title']}>
        {props => (
          <input
            dir="auto"
            {...props}
            className="input"
            ref={focusOnce}
            maxLength={255}
            placeholder={t.titleHint}
            value={values.title}
            onChange={event => set({ title: event.target.value })}
          />
        )}
      </Field>
      <When form={form} />
      <RuleEditor
        rule={values.rule}
        onRule={rule => set({ rule })}
        startDate={ruleStart}
        zone={ruleZone}
        showZone={ruleZone !== zone}
        fault={faults['recurrence_rule']}
      />
      <RemindersField
        reminders={values.reminders ?? defaults}
        onReminders={reminders => set({ reminders })}
        isDate={values.whole_days}
      />
      <TagPicker
        legend={t.tags}
        none={t.noTags}
        chosen={values.tag_ids}
        onChosen={tag_ids => set({ tag_ids })}
        fault={faults['tag_ids']}
      />
      <State form={form} />
      {ENTRY_TEXT_NAMES.map(name => (
        <TextField key={name} name={name} form={form} />
      ))}
    </>
  )
}

const focused = new WeakSet<HTMLElement>()

function focusOnce(input: HTMLInputElement | null): void {
  if (!input || focused.has(input)) return
  focused.add(input)
  if (input.value === '') input.focus()
}

function State({ form: { values, set, faults } }: { form: EntryFormState }) {
  const t = useTexts(entryTexts)
  return (
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
  )
}

function TextField({ name, form: { values, set, faults } }: { name: EntryText; form: EntryFormState }) {
  const labels = useTexts(entryTextLabels)
  const { isLong, most } = ENTRY_TEXTS[name]
  const shared = {
    dir: 'auto',
    className: 'input',
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  }
  return (
    <Field label={labels[name]} fault={faults[name]}>
      {props =>
        isLong ? <textarea {...shared} {...props} /> : <input {...shared} {...props} maxLength={most} />
      }
    </Field>
  )
}
