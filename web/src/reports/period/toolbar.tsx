import { Button, IconButton } from '../../design/button.tsx'
import { DateInput } from '../../design/dates/date-input.tsx'
import { Field } from '../../design/forms/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { shellTexts } from '../../shell/texts.ts'
import { reportTexts } from '../texts.ts'
import { FIRST_DATE, KINDS, LAST_DATE, lastEnd } from './period.ts'
import type { Viewing } from './use-view.ts'
import { periodTitle } from './words.ts'

export function Toolbar({ viewing }: { viewing: Viewing }) {
  const shell = useTexts(shellTexts)
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const { view, period, choose, previous, next, today } = viewing
  return (
    <header className="row spread report-toolbar">
      <div>
        <h1>{shell.pages.reports}</h1>
        <p className="report-period" aria-live="polite">
          {periodTitle(period, language)}
        </p>
      </div>
      <div className="row report-moves">
        <div className="row report-steps">
          <IconButton name={t.previous} onClick={previous}>
            <Icon name="left" />
          </IconButton>
          <Button onClick={today}>{t.current}</Button>
          <IconButton name={t.next} onClick={next}>
            <Icon name="right" />
          </IconButton>
        </div>
        <fieldset className="segments">
          <legend className="visually-hidden">{t.period}</legend>
          {KINDS.map(kind => (
            <button
              key={kind}
              type="button"
              className="segment"
              aria-pressed={kind === view.kind}
              onClick={() => choose(kind)}
            >
              {t.kinds[kind]}
            </button>
          ))}
        </fieldset>
      </div>
      {view.kind === 'custom' ? <Dates viewing={viewing} /> : null}
    </header>
  )
}

function Dates({ viewing: { period, change } }: { viewing: Viewing }) {
  const t = useTexts(reportTexts)
  const { start, end } = period
  /** Changes the start. Moves the end if it would be before the start or more than five years later. */
  const begin = (date: string) => {
    const latest = lastEnd(date)
    change({ date, until: end < date ? date : end > latest ? latest : end })
  }
  return (
    <div className="row report-dates">
      <Field label={t.from}>
        {field => (
          <DateInput {...field} required min={FIRST_DATE} max={LAST_DATE} value={start} onChange={begin} />
        )}
      </Field>
      <Field label={t.to}>
        {field => (
          <DateInput
            {...field}
            required
            min={start}
            max={lastEnd(start)}
            value={end}
            onChange={until => change({ until })}
          />
        )}
      </Field>
    </div>
  )
}
