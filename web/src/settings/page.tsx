import { useLocation } from 'wouter'
import { Settled } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { shellTexts } from '../shell/texts.ts'
import { PasswordForm } from './access/password.tsx'
import { AccountPanel, OwnData } from './account.tsx'
import { ADMIN_PATH, AdminLink, AdminPage } from './admin/admin-page.tsx'
import { Apps } from './apps/apps.tsx'
import { CALENDARS_PATH, CalendarsLink, CalendarsPage } from './calendars/calendars-page.tsx'
import { MOVE_PATH, MoveLink, MovePage } from './move/move-page.tsx'
import { NotificationsPanel } from './notifications/notifications-panel.tsx'
import { DevicePanel } from './preferences/device-panel.tsx'
import { Preferences } from './preferences/preferences-panel.tsx'
import { Profile } from './profile.tsx'
import { OPENINGS_PATH, OpeningsPage } from './security/openings.tsx'
import { SECURITY_PATH, SecurityLink, SecurityPage } from './security/security-page.tsx'
import './settings.css'
import { Tokens } from './access/tokens.tsx'
import { UsagePanel } from './usage.tsx'
import { useAccount, useApps, useIsEmbedded, useTokens } from './use-settings.ts'
import { WebhooksPanel } from './webhooks/webhooks-panel.tsx'

export default function Settings() {
  const [address] = useLocation()
  if (address.startsWith(CALENDARS_PATH)) return <CalendarsPage />
  if (address.startsWith(ADMIN_PATH)) return <AdminPage />
  if (address.startsWith(MOVE_PATH)) return <MovePage />
  if (address.startsWith(OPENINGS_PATH)) return <OpeningsPage />
  return address.startsWith(SECURITY_PATH) ? <SecurityPage /> : <AllSettings />
}

function AllSettings() {
  const shell = useTexts(shellTexts)
  const embedded = useIsEmbedded()
  const read = [useMe(), useAccount(), useApps(), useTokens()]
  return (
    <div className="page">
      <h1>{shell.pages.settings}</h1>
      <Settled of={read} skeleton={<Skeleton lines={8} height={40} />}>
        <div className="settings-columns">
          <div className="stack">
            <Profile />
            <Preferences />
            <NotificationsPanel />
            <DevicePanel />
          </div>
          <div className="stack">
            {embedded ? <PasswordForm /> : null}
            <SecurityLink />
            <AdminLink />
            <CalendarsLink />
            {embedded ? <Apps /> : null}
            <Tokens />
            <WebhooksPanel />
            <OwnData />
            <MoveLink />
            <UsagePanel />
            <AccountPanel />
          </div>
        </div>
      </Settled>
    </div>
  )
}
