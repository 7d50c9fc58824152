import type { NewTotp } from '@daymark/contract/accounts/factors'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { InputField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { QrCode } from '../../people/qr.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoStepTexts } from './two-step-texts.ts'
import { useSecurityChange } from './use-security.ts'

export function SetUpTotp({ onClose }: { onClose: () => void }) {
  const t = useTexts(twoStepTexts)
  const client = useClient()
  const [made, setMade] = useState<NewTotp>()
  const [codes, setCodes] = useState<string[]>()
  const start = async (password: string) => setMade(await client.totp.start({ body: { password } }))
  return (
    <Dialog
      title={codes ? t.codesTitle : t.setUp}
      onClose={onClose}
      asks={false}
      closesByButton={codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : made ? (
        <FirstCode made={made} onCodes={setCodes} onClose={onClose} />
      ) : (
        <PasswordStep action={t.next} onPassword={start} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface FirstCodeProps {
  made: NewTotp
  onCodes: (codes: string[]) => void
  onClose: () => void
}

function FirstCode({ made, onCodes, onClose }: FirstCodeProps) {
  const t = useTexts(twoStepTexts)
  const client = useClient()
  const change = useSecurityChange()
  const [fault, setFault] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    setFault(undefined)
    try {
      await change.mutateAsync(async () =>
        onCodes((await client.totp.confirm({ body: { code } })).recovery_codes),
      )
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  return (
    <form className="stack" onSubmit={event => void submit(event)}>
      <p>{t.scan}</p>
      <div className="totp-qr">
        <QrCode text={made.url} name={t.qr} />
        <p className="soft">
          {t.orType}
          <br />
          <output className="token-text">{made.secret}</output>
        </p>
      </div>
      <InputField
        label={t.firstCode}
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <Fault>{fault}</Fault>
      <FormFoot submit={t.turnOn} isDisabled={change.isPending} onClose={onClose} />
    </form>
  )
}
