import { useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoStepTexts } from './two-step-texts.ts'
import { useSecurityChange } from './use-security.ts'

export function NewCodes({ onClose }: { onClose: () => void }) {
  const t = useTexts(twoStepTexts)
  const client = useClient()
  const change = useSecurityChange()
  const [codes, setCodes] = useState<string[]>()
  const renew = (password: string) =>
    change.mutateAsync(async () =>
      setCodes((await client.totp.renewCodes({ body: { password } })).recovery_codes),
    )
  return (
    <Dialog
      title={codes ? t.codesTitle : t.newCodes}
      onClose={onClose}
      asks={false}
      closesByButton={codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <PasswordStep action={t.newCodes} onPassword={renew} onClose={onClose}>
          <p>{t.newCodesHint}</p>
        </PasswordStep>
      )}
    </Dialog>
  )
}

export function RemoveTotp({ onClose }: { onClose: () => void }) {
  const t = useTexts(twoStepTexts)
  const client = useClient()
  const toast = useToast()
  const change = useSecurityChange()
  const remove = async (password: string) => {
    await change.mutateAsync(() => client.totp.remove({ body: { password } }))
    toast(t.removed)
    onClose()
  }
  return (
    <Dialog title={t.removeTitle} onClose={onClose} asks={false}>
      <PasswordStep action={t.remove} onPassword={remove} onClose={onClose} isDangerous>
        <p>{t.removeHint}</p>
      </PasswordStep>
    </Dialog>
  )
}
