import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { ItemNameField, PasswordField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { createPasskey, isCanceled, isKnown } from '../../session/passkeys.ts'
import { useClient } from '../../session/provider.tsx'
import { deviceWords } from '../access/device.ts'
import { passkeyTexts } from './passkey-texts.ts'
import { useSecurityChange } from './use-security.ts'

export function NewPasskey({ onClose }: { onClose: () => void }) {
  const t = useTexts(passkeyTexts)
  const client = useClient()
  const toast = useToast()
  const change = useSecurityChange()
  const [fault, setFault] = useState<string>()
  const [missing, setMissing] = useState({ name: false, password: false })

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [name, password] = [String(data.get('name')), String(data.get('password'))]
    setFault(undefined)
    const empty = { name: name.trim() === '', password: password === '' }
    setMissing(empty)
    if (empty.name || empty.password) return
    try {
      await change.mutateAsync(async () => {
        const { options } = await client.passkeys.options({ body: { password } })
        const response = await createPasskey(options)
        await client.passkeys.create({ body: { name, response } })
      })
      toast(t.added)
      onClose()
    } catch (error) {
      setFault(isCanceled(error) ? t.canceled : isKnown(error) ? t.known : messageOf(error))
    }
  }

  return (
    <Dialog title={t.add} onClose={onClose} asks={false}>
      <form className="stack" noValidate onSubmit={event => void submit(event)}>
        <p>{t.addHint}</p>
        <ItemNameField
          label={t.name}
          defaultValue={deviceWords(navigator.userAgent) ?? ''}
          fault={missing.name ? t.faults.name : undefined}
        />
        <PasswordField label={t.password} fault={missing.password ? t.faults.password : undefined} />
        <Fault>{fault}</Fault>
        <FormFoot submit={t.next} isDisabled={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
