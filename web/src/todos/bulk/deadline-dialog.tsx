import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { DateInput } from '../../design/dates/date-input.tsx'
import { dateOf } from '../../design/format.ts'
import { Field } from '../../design/forms/field.tsx'
import { FormDialog } from '../../selection/dialogs.tsx'
import { selectionTexts } from '../../selection/texts.ts'
import { useTexts } from '../../session/language.tsx'
import { addDays, weekdayOf } from '../../session/region/zone-time.ts'

interface Props {
  what: string
  /** Null removes the deadline. */
  onChoose: (date: string | null) => void
  onClose: () => void
}

export function DeadlineDialog({ what, onChoose, onClose }: Props) {
  const t = useTexts(selectionTexts)
  const today = dateOf()
  const [date, setDate] = useState(today)
  const choose = (chosen: string | null) => () => {
    onClose()
    onChoose(chosen)
  }
  return (
    <FormDialog
      title={t.rescheduleTitle(what)}
      action={t.save}
      disabled={date === ''}
      onSubmit={() => onChoose(date)}
      onClose={onClose}
    >
      <div className="row">
        <Button onClick={choose(today)}>{t.today}</Button>
        <Button onClick={choose(addDays(today, 1))}>{t.tomorrow}</Button>
        <Button onClick={choose(addDays(today, 7 - weekdayOf(today)))}>{t.nextWeek}</Button>
        <Button onClick={choose(null)}>{t.noDeadline}</Button>
      </div>
      <Field label={t.deadline}>
        {field => (
          <>
            <DateInput
              {...field}
              max="2200-12-30"
              aria-describedby={`${field.id}-hint`}
              value={date}
              onChange={setDate}
            />
            <span className="hint" id={`${field.id}-hint`}>
              {t.deadlineHint}
            </span>
          </>
        )}
      </Field>
    </FormDialog>
  )
}
