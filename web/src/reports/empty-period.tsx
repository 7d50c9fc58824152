// Suggests clearing the filters, taking the first steps (for new users), or adding time.
import { Link } from 'wouter'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { AddTimeButton } from '../timers/corrections/add-time-button.tsx'
import { reportTexts } from './texts.ts'

interface Props {
  /** True if the period contains today and its year has no tracked time. */
  isNew: boolean
  /** Clears the filters. Only set if there are any. */
  onClear: (() => void) | undefined
}

export function EmptyPeriod({ isNew, onClear }: Props) {
  const t = useTexts(reportTexts)
  if (onClear)
    return (
      <div className="card">
        <Empty title={t.nothingFiltered}>
          <Button onClick={onClear}>{t.clear}</Button>
        </Empty>
      </div>
    )
  if (!isNew)
    return (
      <div className="card">
        <Empty title={t.nothing}>
          <p>{t.nothingHint}</p>
          <AddTimeButton />
        </Empty>
      </div>
    )
  return (
    <div className="card">
      <Empty title={t.firstTitle}>
        <p>{t.firstHint}</p>
        <ol className="first-steps">
          <li>{t.firstSteps.timer}</li>
          <li>{t.firstSteps.plan}</li>
          <li>{t.firstSteps.goals}</li>
        </ol>
        <div className="row first-actions">
          <Link href="/" className="button primary">
            {t.startTimer}
          </Link>
          <AddTimeButton />
          <Link href="/calendar" className="button">
            {t.openCalendar}
          </Link>
          <Link href="/tags" className="button">
            {t.setGoals}
          </Link>
        </div>
      </Empty>
    </div>
  )
}
