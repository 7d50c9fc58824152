// Settings: the person, this device, access, data.
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { AccountPanel, OwnData } from './account.tsx'
import { PasswordForm } from './password.tsx'
import { Preferences } from './preferences-panel.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import './settings.css'
import { Tokens } from './tokens.tsx'
import { useIsEmbedded } from './use-settings.ts'

export default function Settings() {
  const shell = useTexts(shellTexts)
  const embedded = useIsEmbedded()
  return (
    <div className="page">
      <h1>{shell.pages.settings}</h1>
      <div className="settings-columns">
        <div className="stack">
          <Profile />
          <Preferences />
          <OwnData />
        </div>
        <div className="stack">
          {embedded ? <PasswordForm /> : null}
          {embedded ? <Sessions /> : null}
          <Tokens />
          <AccountPanel />
        </div>
      </div>
    </div>
  )
}
