import { type FormEvent, useState } from 'react'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { PasswordField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { twoStepTexts } from './two-step-texts.ts'

interface Props {
  /** The submit button's label. */
  action: string
  onPassword: (password: string) => Promise<unknown>
  onClose: () => void
  isDangerous?: boolean
  children?: React.ReactNode
}

export function PasswordStep({ action, onPassword, onClose, isDangerous, children }: Props) {
  const t = useTexts(twoStepTexts)
  const [fault, setFault] = useState<string>()
  const [working, setWorking] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setFault(undefined)
    setWorking(true)
    try {
      await onPassword(password)
    } catch (error) {
      setFault(messageOf(error))
    }
    setWorking(false)
  }

  return (
    <form className="stack" onSubmit={event => void submit(event)}>
      {children}
      <PasswordField label={t.password} />
      <Fault>{fault}</Fault>
      <FormFoot
        submit={action}
        kind={isDangerous ? 'danger' : 'primary'}
        isDisabled={working}
        onClose={onClose}
      />
    </form>
  )
}
