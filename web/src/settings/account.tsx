import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { saveFile } from '../design/copy.ts'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { useClient } from '../session/provider.tsx'
import { DeleteAccount } from './deletion/delete-account.tsx'
import { deletionTexts } from './deletion/texts.ts'
import { settingsTexts } from './texts.ts'
import { useIsEmbedded, useSignOut } from './use-settings.ts'

export function OwnData() {
  const t = useTexts(settingsTexts)
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [history, setHistory] = useState(false)
  const [account, setAccount] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const response = await client.personalData.download({ query: { account, history } })
      saveFile(`daymark-${new Date().toISOString().slice(0, 10)}.zip`, await response.blob())
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
        <input type="checkbox" checked={account} onChange={event => setAccount(event.target.checked)} />
        {t.withAccount}
      </label>
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

export function AccountPanel() {
  const t = useTexts(settingsTexts)
  const deletion = useTexts(deletionTexts)
  const embedded = useIsEmbedded()
  const signOut = useSignOut()
  const { data } = useMe()
  const [deleting, setDeleting] = useState(false)
  return (
    <section className="card panel" aria-labelledby="account-title">
      <h2 id="account-title">{t.account}</h2>
      <p className="soft">{embedded ? deletion.hint : deletion.providerHint}</p>
      <div className="row spread">
        <Button onClick={() => void signOut()}>{t.signOut}</Button>
        {data?.deletes_at ? null : (
          <Button kind="danger" onClick={() => setDeleting(true)} disabled={!data}>
            {deletion.open}
          </Button>
        )}
      </div>
      {deleting && data ? (
        <DeleteAccount email={data.email ?? ''} onClose={() => setDeleting(false)} />
      ) : null}
    </section>
  )
}
