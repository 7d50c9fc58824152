// Creates a device password and shows once what to enter in the app.
import { ApiError } from '@daymark/client'
import type { NewDevicePassword } from '@daymark/contract/accounts/device-passwords'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient, useSession } from '../../session/provider.tsx'
import { useIsEmbedded } from '../use-settings.ts'
import { deviceTexts } from './texts.ts'

export function NewDevice({ onClose }: { onClose: () => void }) {
  const t = useTexts(deviceTexts)
  const [made, setMade] = useState<NewDevicePassword>()
  return (
    <Dialog title={made ? t.made : t.create} onClose={onClose}>
      {made ? <ShownOnce made={made} onClose={onClose} /> : <DeviceForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

function DeviceForm({ onMade, onClose }: { onMade: (made: NewDevicePassword) => void; onClose: () => void }) {
  const t = useTexts(deviceTexts)
  const client = useClient()
  const queries = useQueryClient()
  const embedded = useIsEmbedded()
  const { source } = useSession()
  const [fault, setFault] = useState<string>()
  const [stale, setStale] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    try {
      const password = embedded ? String(data.get('password')) : null
      onMade(await client.devicePasswords.create({ body: { name: String(data.get('name')), password } }))
      await queries.invalidateQueries({ queryKey: ['devicePasswords'] })
    } catch (error) {
      setFault(messageOf(error))
      setStale(!embedded && error instanceof ApiError && error.status === 403)
    }
  }

  return (
    <form className="stack" onSubmit={event => void submit(event)}>
      <Field label={t.name}>
        {field => (
          <input
            dir="auto"
            {...field}
            name="name"
            className="input"
            required
            maxLength={100}
            autoComplete="off"
            placeholder={t.nameExample}
          />
        )}
      </Field>
      {embedded ? (
        <Field label={t.confirmPassword}>
          {field => (
            <input
              {...field}
              name="password"
              type="password"
              className="input"
              required
              autoComplete="current-password"
            />
          )}
        </Field>
      ) : null}
      <Fault>{fault}</Fault>
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.cancel}</Button>
        {stale ? (
          <Button kind="primary" onClick={() => void source.signIn({ again: true })}>
            {t.signInAgain}
          </Button>
        ) : (
          <Button type="submit" kind="primary">
            {t.makePassword}
          </Button>
        )}
      </div>
    </form>
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
    <div className="stack">
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
      <div className="row">
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}
