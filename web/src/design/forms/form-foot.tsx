// The footer of a form: error message and buttons.
import type { ReactNode } from 'react'
import { useTexts } from '../../session/language.tsx'
import { Button } from '../button.tsx'
import { Fault } from '../states.tsx'
import { designTexts } from '../texts.ts'
import './form-foot.css'

interface Props {
  submit: string
  busy: boolean
  failure: string | undefined
  onClose: () => void
  /** On the opposite side of the other buttons. */
  children?: ReactNode
}

export function FormFoot({ submit, busy, failure, onClose, children }: Props) {
  const t = useTexts(designTexts)
  return (
    <>
      <Fault>{failure}</Fault>
      <div className="row dialog-foot">
        <span className="row dialog-foot-start">{children}</span>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" kind="primary" disabled={busy}>
          {submit}
        </Button>
      </div>
    </>
  )
}
