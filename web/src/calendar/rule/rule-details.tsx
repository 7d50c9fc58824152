import { useId } from 'react'
import { DateInput } from '../../design/dates/date-input.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { addDays } from '../../session/region/zone-time.ts'
import { entryTexts } from '../dialog/entry-texts.ts'
import { type Ends, type MonthlyBy, monthlyChoices, type Rule, WEEKDAYS } from './rule.ts'
import { monthlyWords, weekdayName } from './rule-words.ts'

interface Props {
  rule: Rule
  onRule: (rule: Rule) => void
  startDate: string
}

const MOST = 999
const USUAL_TIMES = 10
const MONTH_DAYS = 30

export function RuleDetails({ rule, onRule, startDate }: Props) {
  const t = useTexts(entryTexts)
  return (
    <div className="stack rule-details">
      <div className="row">
        <span aria-hidden="true">{t.every}</span>
        <NumberInput
          name={`${t.every} (${t.units[rule.frequency]})`}
          value={rule.interval}
          onValue={interval => onRule({ ...rule, interval })}
        />
        <span aria-hidden="true">{(rule.interval === 1 ? t.unit : t.units)[rule.frequency]}</span>
      </div>
      {rule.frequency === 'WEEKLY' ? <WeekdayChoice rule={rule} onRule={onRule} /> : null}
      {rule.frequency === 'MONTHLY' ? (
        <MonthlyChoice rule={rule} onRule={onRule} startDate={startDate} />
      ) : null}
      <EndChoice ends={rule.ends} onEnds={ends => onRule({ ...rule, ends })} startDate={startDate} />
    </div>
  )
}

function NumberInput({
  value,
  onValue,
  name,
}: {
  value: number
  onValue: (value: number) => void
  name: string
}) {
  return (
    <input
      type="number"
      className="input rule-number"
      aria-label={name}
      min={1}
      max={MOST}
      value={value}
      onChange={event => onValue(Math.min(MOST, Math.max(1, Math.floor(event.target.valueAsNumber) || 1)))}
    />
  )
}

function WeekdayChoice({ rule, onRule }: Omit<Props, 'startDate'>) {
  const t = useTexts(entryTexts)
  const { language } = useLanguage()
  const toggle = (day: (typeof WEEKDAYS)[number]) => {
    const weekdays = rule.weekdays.includes(day)
      ? rule.weekdays.filter(each => each !== day)
      : [...rule.weekdays, day]
    // Keeps the last selected day. Without it, the rule would repeat on the weekday of the start.
    if (weekdays.length > 0) onRule({ ...rule, weekdays })
  }
  return (
    <fieldset className="row weekdays">
      <legend className="visually-hidden">{t.onDays}</legend>
      {WEEKDAYS.map(day => (
        <button
          key={day}
          type="button"
          className="weekday"
          aria-pressed={rule.weekdays.includes(day)}
          title={weekdayName(day, language, 'long')}
          onClick={() => toggle(day)}
        >
          {weekdayName(day, language, 'short')}
        </button>
      ))}
    </fieldset>
  )
}

function MonthlyChoice({ rule, onRule, startDate }: Props) {
  const t = useTexts(entryTexts)
  const { language } = useLanguage()
  const keyOf = (choice: MonthlyBy) => monthlyWords(choice, 'en')
  const choices = monthlyChoices(startDate)
  // Keeps the current choice even if the entry starts on another day, as in rules from other calendar apps.
  if (!choices.some(each => keyOf(each) === keyOf(rule.monthly))) choices.push(rule.monthly)
  return (
    <select
      className="input"
      aria-label={t.inMonth}
      value={keyOf(rule.monthly)}
      onChange={event => {
        const monthly = choices.find(each => keyOf(each) === event.target.value)
        if (monthly) onRule({ ...rule, monthly })
      }}
    >
      {choices.map(each => (
        <option key={keyOf(each)} value={keyOf(each)}>
          {monthlyWords(each, language)}
        </option>
      ))}
    </select>
  )
}

function EndChoice({
  ends,
  onEnds,
  startDate,
}: {
  ends: Ends
  onEnds: (ends: Ends) => void
  startDate: string
}) {
  const t = useTexts(entryTexts)
  const id = useId()
  const choose = (kind: string) => {
    if (kind === 'on') onEnds({ kind, date: addDays(startDate, MONTH_DAYS) })
    else if (kind === 'after') onEnds({ kind, count: USUAL_TIMES })
    else onEnds({ kind: 'never' })
  }
  return (
    <div className="row rule-ends">
      <select
        id={id}
        className="input"
        aria-label={t.endOfRule}
        value={ends.kind}
        onChange={event => choose(event.target.value)}
      >
        <option value="never">{t.endsNever}</option>
        <option value="on">{t.endsOn}</option>
        <option value="after">{t.endsAfter}</option>
      </select>
      {ends.kind === 'on' ? (
        <DateInput
          required
          aria-label={t.lastDate}
          min={startDate}
          value={ends.date}
          onChange={date => onEnds({ kind: 'on', date })}
        />
      ) : null}
      {ends.kind === 'after' ? (
        <span className="row">
          <NumberInput
            name={t.occurrences}
            value={ends.count}
            onValue={count => onEnds({ kind: 'after', count })}
          />
          {ends.count === 1 ? t.occurrence : t.occurrences}
        </span>
      ) : null}
    </div>
  )
}
