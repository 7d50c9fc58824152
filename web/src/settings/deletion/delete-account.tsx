import type { AssertionResponse } from '@daymark/contract/accounts/passkeys'
import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { dateText } from '../../design/format.ts'
import { InputField, PasswordField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { askPasskey, hasPasskeys, isCanceled } from '../../session/passkeys.ts'
import { useClient, useSession } from '../../session/provider.tsx'
import { usePasskeys, useTotp } from '../security/use-security.ts'
import { useChange, useIsEmbedded, useSignOut } from '../use-settings.ts'
import { deletionTexts } from './texts.ts'

interface Proof {
  password?: string
  code?: string
  passkey?: AssertionResponse
}

export function DeleteAccount({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTexts(deletionTexts)
  const { info } = useSession()
  const embedded = useIsEmbedded()
  const [typed, setTyped] = useState('')
  const { fault, isBusy, request, withPasskey } = useRequest(onClose)
  const { data: passkeys } = usePasskeys()
  const sure = email === '' || typed.trim().toLowerCase() === email.toLowerCase()

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [name] = data.keys()
    if (sure) void request(name === undefined ? {} : { [name]: String(data.get(name)) })
  }

  return (
    <Dialog title={t.title} onClose={onClose} asks={false}>
      <form className="stack" onSubmit={submit}>
        <p>{t.explain(info.deletion_days ?? 0)}</p>
        <p className="soft">{t.download}</p>
        {email === '' ? null : (
          <InputField
            label={t.typeEmail(email)}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        )}
        {embedded ? <SecretField /> : null}
        <Fault>{fault}</Fault>
        <div className="row dialog-foot">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="danger" disabled={!sure || isBusy}>
            {t.submit}
          </Button>
          {passkeys?.length && hasPasskeys(info) ? (
            <Button kind="danger" onClick={() => void withPasskey()} disabled={!sure || isBusy}>
              {t.usePasskey}
            </Button>
          ) : null}
        </div>
      </form>
    </Dialog>
  )
}

/** Accepts the password or, with two-step sign-in, a code. */
function SecretField() {
  const t = useTexts(deletionTexts)
  const { data: totp } = useTotp()
  const [isCode, setCode] = useState(false)
  return (
    <>
      {isCode ? (
        <InputField key="code" label={t.code} name="code" required autoComplete="one-time-code" />
      ) : (
        <PasswordField key="password" label={t.password} />
      )}
      {totp?.enabled ? (
        <Button kind="quiet" className="plain-start" onClick={() => setCode(!isCode)}>
          {isCode ? t.usePassword : t.useCode}
        </Button>
      ) : null}
    </>
  )
}

function useRequest(onClose: () => void) {
  const t = useTexts(deletionTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const signOut = useSignOut()
  const change = useChange('users')
  const [fault, setFault] = useState<string>()

  async function send(proof: Proof): Promise<void> {
    const { deletes_at } = await client.deletion.request({ body: proof })
    if (deletes_at === null) return signOut()
    toast(t.scheduled(dateText(deletes_at, language)))
    onClose()
  }

  async function run(work: () => Promise<void>): Promise<void> {
    setFault(undefined)
    try {
      await change.mutateAsync(work)
    } catch (error) {
      setFault(isCanceled(error) ? t.canceled : messageOf(error))
    }
  }

  return {
    fault,
    isBusy: change.isPending,
    request: (proof: Proof) => run(() => send(proof)),
    withPasskey: () =>
      run(async () => {
        const { options } = await client.accounts.passkeyOptions()
        await send({ passkey: await askPasskey(options) })
      }),
  }
}
