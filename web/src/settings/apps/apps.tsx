import type { ConnectedApp } from '@daymark/contract/accounts/apps'
import { dateText } from '../../design/format.ts'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { scopeNames } from '../access/token-scopes.ts'
import { ConfirmedButton } from '../panels/confirmed-button.tsx'
import { ItemsPanel } from '../panels/items-panel.tsx'
import { settingsTexts } from '../texts.ts'
import { useApps, useChange } from '../use-settings.ts'
import { appTexts } from './app-texts.ts'

export function Apps() {
  const t = useTexts(appTexts)
  return (
    <ItemsPanel
      titleId="apps-title"
      title={t.title}
      hints={[t.hint]}
      none={t.none}
      query={useApps()}
      item={app => <AppItem key={app.id} app={app} />}
    />
  )
}

function AppItem({ app }: { app: ConnectedApp }) {
  const t = useTexts(appTexts)
  const names = useTexts(settingsTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('apps')
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
      <ConfirmedButton
        name={name}
        text={t.disconnect}
        kind="danger"
        asks={{ title: t.disconnectTitle(name), hint: t.disconnectHint }}
        isDisabled={change.isPending}
        onConfirm={disconnect}
      />
    </li>
  )
}
