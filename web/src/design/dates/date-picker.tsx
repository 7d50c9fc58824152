import { useState } from 'react'
import { useTexts } from '../../session/language.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { dateOf } from '../format.ts'
import type { Anchor } from '../popover/anchor.ts'
import '../popover/popover.css'
import { designTexts } from '../texts.ts'
import { MonthGrid } from './month-grid.tsx'

interface Props {
  /** In the format `YYYY-MM-DD`, or empty. */
  value: string
  isAllowed: (date: string) => boolean
  canClear: boolean
  anchor: Anchor
  onChoose: (date: string) => void
  onClose: () => void
}

export default function DatePicker({ value, isAllowed, canClear, anchor, onChoose, onClose }: Props) {
  const t = useTexts(designTexts)
  const today = dateOf()
  const [focused, setFocused] = useState(value || today)
  return (
    <Dialog title={t.chooseDate} onClose={onClose} anchor={anchor} asks={false} bare>
      <div className="date-picker">
        <MonthGrid
          focused={focused}
          onFocused={setFocused}
          onChoose={onChoose}
          selected={value}
          lookOf={date => ({ isDisabled: !isAllowed(date) })}
          takesFocus
        />
      </div>
      <div className="row dialog-foot">
        <span className="row dialog-foot-start">
          <Button onClick={() => onChoose(today)} disabled={!isAllowed(today)}>
            {t.today}
          </Button>
          {canClear ? <Button onClick={() => onChoose('')}>{t.clearDate}</Button> : null}
        </span>
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  )
}
