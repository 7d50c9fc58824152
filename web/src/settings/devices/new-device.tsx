import type { NewDevicePassword } from '@daymark/contract/accounts/device-passwords'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { Dialog } from '../../design/dialog.tsx'
import '../../design/forms/form-foot.css'
import { ItemNameField } from '../../design/forms/input-field.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { ConfirmedForm } from '../panels/confirmed-form.tsx'
import { deviceTexts } from './texts.ts'

export function NewDevice({ onClose }: { onClose: () => void }) {
  const t = useTexts(deviceTexts)
  const [made, setMade] = useState<NewDevicePassword>()
  return (
    <Dialog title={made ? t.made : t.create} onClose={onClose} closesByButton={made !== undefined}>
      {made ? <ShownOnce made={made} onClose={onClose} /> : <DeviceForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

function DeviceForm({ onMade, onClose }: { onMade: (made: NewDevicePassword) => void; onClose: () => void }) {
  const t = useTexts(deviceTexts)
  const client = useClient()
  const queries = useQueryClient()

  async function create(data: FormData, password: string | null): Promise<void> {
    onMade(await client.devicePasswords.create({ body: { name: String(data.get('name')), password } }))
    await queries.invalidateQueries({ queryKey: ['devicePasswords'] })
  }

  return (
    <ConfirmedForm submit={t.makePassword} t={t} onSubmit={create} onClose={onClose}>
      <ItemNameField label={t.name} placeholder={t.nameExample} />
    </ConfirmedForm>
  )
}

function ShownOnce({ made, onClose }: { made: NewDevicePassword; onClose: () => void }) {
  const t = useTexts(deviceTexts)
  const toast = useToast()
  const copy = async (text: string) => toast((await copyText(text)) ? t.copied : t.notCopied)
  const rows: [label: string, value: string][] = [
    [t.server, `${location.origin}/dav/`],
    [t.username, made.username],
    [t.password, made.password],
  ]
  return (
    <>
      <p className="notice">{t.once}</p>
      {rows.map(([label, value]) => (
        <div key={label} className="row spread">
          <span>
            <span className="soft">{label}</span>
            <br />
            <output className="token-text">{value}</output>
          </span>
          <Button onClick={() => void copy(value)}>{t.copy(label)}</Button>
        </div>
      ))}
      <div className="row dialog-foot">
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </>
  )
}
