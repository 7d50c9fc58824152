import { useId } from 'react'
import { Field } from '../../design/forms/field.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { entryTexts } from '../dialog/entry-texts.ts'
import './rule.css'
import { FREQUENCIES, type Rule, readRule, usualRule, writeRule } from './rule.ts'
import { RuleDetails } from './rule-details.tsx'
import { ruleWords } from './rule-words.ts'

interface Props {
  /** An RRULE. Empty if the entry does not repeat. */
  rule: string
  onRule: (rule: string) => void
  /** The date of the edited entry's start in `zone`, the rule's time zone. */
  startDate: string
  zone: string
  showZone: boolean
  fault: string | undefined
}

export function RuleEditor({ rule, onRule, startDate, zone, showZone, fault }: Props) {
  const t = useTexts(entryTexts)
  const { language } = useLanguage()
  const parsed = rule === '' ? undefined : readRule(rule, startDate, zone)
  const choice = rule === '' ? 'never' : (parsed?.frequency ?? 'custom')
  const write = (next: Rule) => onRule(writeRule(next))
  const choose = (value: string) => {
    const frequency = FREQUENCIES.find(each => each === value)
    if (frequency) write({ ...usualRule(frequency, startDate), ...(parsed && { ends: parsed.ends }) })
    else if (value === 'never') onRule('')
  }
  return (
    <div className="rule">
      <Field label={t.repeat}>
        {field => (
          <select {...field} className="input" value={choice} onChange={event => choose(event.target.value)}>
            <option value="never">{t.never}</option>
            {FREQUENCIES.map(each => (
              <option key={each} value={each}>
                {t.frequencies[each]}
              </option>
            ))}
            {choice === 'custom' ? <option value="custom">{t.custom}</option> : null}
          </select>
        )}
      </Field>
      {parsed ? <RuleDetails rule={parsed} onRule={write} startDate={startDate} /> : null}
      {rule === '' ? null : (
        <>
          {parsed ? <p className="rule-words">{ruleWords(parsed, language)}</p> : null}
          {showZone ? <p className="soft hint">{t.ruleZone(zone)}</p> : null}
          <RuleText rule={rule} onRule={onRule} open={parsed === undefined} fault={fault} />
        </>
      )}
    </div>
  )
}

interface TextProps {
  rule: string
  onRule: (rule: string) => void
  open: boolean
  fault: string | undefined
}

function RuleText({ rule, onRule, open, fault }: TextProps) {
  const t = useTexts(entryTexts)
  const id = useId()
  return (
    <details className="rule-expert" open={open || fault !== undefined}>
      <summary className="soft">{t.rrule}</summary>
      <div className="field">
        <input
          className="input"
          aria-label={t.rruleName}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? id : undefined}
          value={rule}
          spellCheck={false}
          maxLength={2000}
          onChange={event => onRule(event.target.value)}
        />
        {fault ? (
          <p className="fault" id={id}>
            {fault}
          </p>
        ) : null}
      </div>
    </details>
  )
}
