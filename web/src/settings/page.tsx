// The Settings page: profile, device, access, data.
import { Settled } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { shellTexts } from '../shell/texts.ts'
import { PasswordForm } from './access/password.tsx'
import { Sessions } from './access/sessions.tsx'
import { AccountPanel, OwnData } from './account.tsx'
import { DevicePanel } from './preferences/device-panel.tsx'
import { Preferences } from './preferences/preferences-panel.tsx'
import { Profile } from './profile.tsx'
import './settings.css'
import { Tokens } from './access/tokens.tsx'
import { UsagePanel } from './usage.tsx'
import { useIsEmbedded, useSessions, useTokens } from './use-settings.ts'

export default function Settings() {
  const shell = useTexts(shellTexts)
  const embedded = useIsEmbedded()
  const read = [useMe(), useTokens(), useSessions()]
  return (
    <div className="page">
      <h1>{shell.pages.settings}</h1>
      <Settled of={read} skeleton={<Skeleton lines={8} height={40} />}>
        <div className="settings-columns">
          <div className="stack">
            <Profile />
            <Preferences />
            <DevicePanel />
          </div>
          <div className="stack">
            {embedded ? <PasswordForm /> : null}
            {embedded ? <Sessions /> : null}
            <Tokens />
            <OwnData />
            <UsagePanel />
            <AccountPanel />
          </div>
        </div>
      </Settled>
    </div>
  )
}
