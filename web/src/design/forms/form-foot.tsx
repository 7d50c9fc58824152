// The footer of a form with its buttons.

import type { ReactNode } from 'react'
import { useTexts } from '../../session/language.tsx'
import { Button } from '../button.tsx'
import { designTexts } from '../texts.ts'
import './form-foot.css'

interface Props {
  submit: string
  /** True while the form has errors. */
  isDisabled?: boolean
  onClose: () => void
  /** Shown on the opposite side of the other buttons. */
  children?: ReactNode
}

export function FormFoot({ submit, isDisabled = false, onClose, children }: Props) {
  const t = useTexts(designTexts)
  return (
    <div className="row dialog-foot">
      <span className="row dialog-foot-start">{children}</span>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button type="submit" kind="primary" disabled={isDisabled}>
        {submit}
      </Button>
    </div>
  )
}
