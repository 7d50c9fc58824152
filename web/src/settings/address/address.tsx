import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { InputField, PasswordField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient, useSession } from '../../session/provider.tsx'
import { useAccount, useChange } from '../use-settings.ts'
import { addressTexts } from './texts.ts'
import { useSendVerification } from './verify-notice.tsx'

/** `email` is shown until the account is loaded. */
export function Address({ email }: { email: string }) {
  const t = useTexts(addressTexts)
  const { info } = useSession()
  const client = useClient()
  const toast = useToast()
  const change = useChange('accounts')
  const send = useSendVerification()
  const { data: account } = useAccount()
  const [isChanging, setChanging] = useState(false)
  const cancel = () =>
    change.mutate(async () => {
      await client.accountMail.cancelEmailChange()
      toast(t.canceled)
    })
  return (
    <div className="field">
      <span className="label">{t.email}</span>
      <span>
        {account?.email ?? email}{' '}
        {account ? (
          <span className="soft">({account.email_verified ? t.verified : t.notVerified})</span>
        ) : null}
      </span>
      {account?.pending_email ? (
        <p className="notice calm">
          <span className="grow">{t.pending(account.pending_email)}</span>{' '}
          <Button kind="quiet" onClick={cancel} disabled={change.isPending}>
            {t.cancelChange}
          </Button>
        </p>
      ) : null}
      {info.sends_mail ? (
        <div className="row">
          <Button onClick={() => setChanging(true)}>{t.change}</Button>
          {account && !account.email_verified ? (
            <Button onClick={() => void send(account.email)}>{t.sendVerification}</Button>
          ) : null}
        </div>
      ) : (
        <span className="hint">{t.noMail}</span>
      )}
      {isChanging ? <ChangeAddress onClose={() => setChanging(false)} /> : null}
    </div>
  )
}

function ChangeAddress({ onClose }: { onClose: () => void }) {
  const t = useTexts(addressTexts)
  const client = useClient()
  const toast = useToast()
  const change = useChange('accounts')
  const [fault, setFault] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const body = { email: String(data.get('email')), password: String(data.get('password')) }
    setFault(undefined)
    try {
      await change.mutateAsync(() => client.accountMail.changeEmail({ body }))
      toast(t.sent(body.email))
      onClose()
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  return (
    <Dialog title={t.change} onClose={onClose} asks={false}>
      <form className="stack" onSubmit={event => void submit(event)}>
        <p>{t.changeHint}</p>
        <InputField label={t.newEmail} name="email" type="email" autoComplete="email" required />
        <PasswordField label={t.password} />
        <Fault>{fault}</Fault>
        <FormFoot submit={t.send} isDisabled={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
