// Data download, sign-out and account deletion.
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/forms/field.tsx'
import { messageOf } from '../design/message.ts'
import { Fault } from '../design/states.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { useClient } from '../session/provider.tsx'
import { settingsTexts } from './texts.ts'
import { useIsEmbedded, useSignOut } from './use-settings.ts'

export function OwnData() {
  const t = useTexts(settingsTexts)
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [history, setHistory] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const response = await client.personalData.download({ query: { history } })
      save(`daymark-${new Date().toISOString().slice(0, 10)}.zip`, await response.blob())
      toast(t.downloaded)
    } catch (error) {
      toast(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <section className="card panel" aria-labelledby="data-title">
      <h2 id="data-title">{t.data}</h2>
      <p className="soft">{t.dataHint}</p>
      <label className="row">
        <input type="checkbox" checked={history} onChange={event => setHistory(event.target.checked)} />
        {t.withHistory}
      </label>
      <Button className="plain-start" onClick={() => void download()} disabled={busy}>
        {busy ? t.gathering : t.download}
      </Button>
    </section>
  )
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
}

const RELEASE_MS = 60_000

export function AccountPanel() {
  const t = useTexts(settingsTexts)
  const embedded = useIsEmbedded()
  const signOut = useSignOut()
  const { data } = useMe()
  const [deleting, setDeleting] = useState(false)
  return (
    <section className="card panel" aria-labelledby="account-title">
      <h2 id="account-title">{t.account}</h2>
      <p className="soft">{embedded ? t.signOutHint : t.deleteAtProvider}</p>
      <div className="row spread">
        <Button onClick={() => void signOut()}>{t.signOut}</Button>
        {embedded ? (
          <Button kind="danger" onClick={() => setDeleting(true)} disabled={!data}>
            {t.deleteAccount}
          </Button>
        ) : null}
      </div>
      {deleting && data ? (
        <DeleteAccount email={data.email ?? ''} onClose={() => setDeleting(false)} />
      ) : null}
    </section>
  )
}

function DeleteAccount({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTexts(settingsTexts)
  const client = useClient()
  const signOut = useSignOut()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const sure = typed.trim().toLowerCase() === email.toLowerCase()

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (!sure) return
    const password = String(new FormData(event.currentTarget).get('password'))
    try {
      await client.accounts.deleteAccount({ body: { password } })
      await signOut()
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  return (
    <Dialog title={t.deleteTitle} onClose={onClose} asks={false}>
      <form className="stack" onSubmit={event => void submit(event)}>
        <p>{t.deleteHint}</p>
        <Field label={t.typeEmail(email)}>
          {field => (
            <input
              {...field}
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Field label={t.currentPassword}>
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
        <Fault>{fault}</Fault>
        <div className="row">
          <Button type="submit" kind="danger" disabled={!sure}>
            {t.deletePermanently}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
