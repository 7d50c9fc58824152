// The footer of a form with its buttons.

import type { ReactNode } from 'react'
import { useTexts } from '../../session/language.tsx'
import { Button } from '../button.tsx'
import { designTexts } from '../texts.ts'
import './form-foot.css'

interface Props {
  submit: string
  /** `danger` if the button deletes something. */
  kind?: 'primary' | 'danger'
  /** Disables the submit button, for example while the form has errors. */
  isDisabled?: boolean
  onClose: () => void
  /** Extra buttons on the opposite side. */
  children?: ReactNode
}

export function FormFoot({ submit, kind = 'primary', isDisabled = false, onClose, children }: Props) {
  const t = useTexts(designTexts)
  return (
    <div className="row dialog-foot">
      <span className="row dialog-foot-start">{children}</span>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button type="submit" kind={kind} disabled={isDisabled}>
        {submit}
      </Button>
    </div>
  )
}
