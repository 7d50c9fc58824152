import type { ReactNode } from 'react'
import { useTexts } from '../../session/language.tsx'
import { Button } from '../button.tsx'
import { designTexts } from '../texts.ts'
import './form-foot.css'

interface Props {
  submit: string
  /** Use `danger` for a button that deletes something. */
  kind?: 'primary' | 'danger'
  isDisabled?: boolean
  onClose: () => void
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
