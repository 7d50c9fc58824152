// Lists the apps that may act for the person, and disconnects them.
import type { ConnectedApp } from '@daymark/contract/accounts/apps'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { dateText } from '../../design/format.ts'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { scopeNames } from '../access/token-scopes.ts'
import { settingsTexts } from '../texts.ts'
import { useApps, useChange } from '../use-settings.ts'
import { appTexts } from './app-texts.ts'

export function Apps() {
  const t = useTexts(appTexts)
  const query = useApps()
  const { data } = query
  return (
    <section className="card panel" aria-labelledby="apps-title">
      <h2 id="apps-title">{t.title}</h2>
      <p className="soft">{t.hint}</p>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {data?.length === 0 ? <p className="soft">{t.none}</p> : null}
      <ul className="plain-list">
        {data?.map(app => (
          <AppItem key={app.id} app={app} />
        ))}
      </ul>
    </section>
  )
}

function AppItem({ app }: { app: ConnectedApp }) {
  const t = useTexts(appTexts)
  const names = useTexts(settingsTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('apps')
  const [asking, setAsking] = useState(false)
  const { id, name, scopes, created_at, last_used_at } = app
  const used = last_used_at
    ? t.lastUsed(agoText(Date.now() - Date.parse(last_used_at), language))
    : t.neverUsed
  const publisher = URL.parse(app.client_id)?.host
  const details = [publisher, t.since(dateText(created_at, language)), used, ...scopeNames(scopes, names)]
  const disconnect = () =>
    change.mutate(async () => {
      await client.apps.remove({ params: { app_id: id } })
      toast(t.disconnected)
    })
  return (
    <li className="row item">
      <span className="grow">
        <strong dir="auto">{name}</strong>
        <br />
        <span className="soft">{details.filter(Boolean).join(' · ')}</span>
      </span>
      <Button kind="danger" onClick={() => setAsking(true)} disabled={change.isPending}>
        {t.disconnect}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {asking ? (
        <Confirm
          title={t.disconnectTitle(name)}
          action={t.disconnect}
          cancel={t.cancel}
          onConfirm={disconnect}
          onClose={() => setAsking(false)}
        >
          <p>{t.disconnectHint}</p>
        </Confirm>
      ) : null}
    </li>
  )
}
