// A form that creates a credential, so people must confirm it with their account password. With an OpenID provider
// there is no password, and they must have signed in recently instead.
import { ApiError } from '@daymark/client'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { PasswordField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { designTexts } from '../../design/texts.ts'
import { useTexts } from '../../session/language.tsx'
import { useSession } from '../../session/provider.tsx'
import { useIsEmbedded } from '../use-settings.ts'

interface Props {
  submit: string
  t: Readonly<Record<'confirmPassword' | 'signInAgain', string>>
  isDisabled?: boolean
  /** The password is null with an OpenID provider. */
  onSubmit: (data: FormData, password: string | null) => Promise<void>
  onClose: () => void
  children: ReactNode
}

export function ConfirmedForm({ submit, t, isDisabled = false, onSubmit, onClose, children }: Props) {
  const { cancel } = useTexts(designTexts)
  const isEmbedded = useIsEmbedded()
  const { source } = useSession()
  const [fault, setFault] = useState<string>()
  const [isStale, setStale] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    try {
      await onSubmit(data, isEmbedded ? String(data.get('password')) : null)
    } catch (error) {
      setFault(messageOf(error))
      setStale(!isEmbedded && error instanceof ApiError && error.status === 403)
    }
  }

  return (
    <form className="stack" onSubmit={event => void send(event)}>
      {children}
      {isEmbedded ? <PasswordField label={t.confirmPassword} /> : null}
      <Fault>{fault}</Fault>
      {isStale ? (
        <div className="row dialog-foot">
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" onClick={() => void source.signIn({ again: true })}>
            {t.signInAgain}
          </Button>
        </div>
      ) : (
        <FormFoot submit={submit} isDisabled={isDisabled} onClose={onClose} />
      )}
    </form>
  )
}
