import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/forms/field.tsx'
import { FormDialog } from '../../selection/dialogs.tsx'
import { selectionTexts } from '../../selection/texts.ts'
import { useTexts } from '../../session/language.tsx'

interface Props {
  what: string
  onShift: (days: number) => void
  onClose: () => void
}

const MOST_DAYS = 3660

export function ShiftDialog({ what, onShift, onClose }: Props) {
  const t = useTexts(selectionTexts)
  const [typed, setTyped] = useState('1')
  const days = Number(typed)
  const isValid = Number.isInteger(days) && days !== 0 && Math.abs(days) <= MOST_DAYS
  const shift = (by: number) => () => {
    onClose()
    onShift(by)
  }
  return (
    <FormDialog
      title={t.rescheduleTitle(what)}
      action={t.save}
      disabled={!isValid}
      onSubmit={() => onShift(days)}
      onClose={onClose}
    >
      <div className="row">
        <Button onClick={shift(-1)}>{t.dayBack}</Button>
        <Button onClick={shift(1)}>{t.dayOn}</Button>
        <Button onClick={shift(7)}>{t.weekOn}</Button>
      </div>
      <Field label={t.shift}>
        {field => (
          <>
            <input
              {...field}
              type="number"
              className="input"
              min={-MOST_DAYS}
              max={MOST_DAYS}
              aria-describedby={`${field.id}-hint`}
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
            <span className="hint" id={`${field.id}-hint`}>
              {t.shiftHint}
            </span>
          </>
        )}
      </Field>
    </FormDialog>
  )
}
