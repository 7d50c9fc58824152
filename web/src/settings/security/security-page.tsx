import { Empty } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useIsOnline } from '../../sync/context.ts'
import { Sessions } from '../access/sessions.tsx'
import { useIsEmbedded } from '../use-settings.ts'
import { AuditPanel } from './audit-panel.tsx'
import './security.css'
import { BackLink } from '../back-link.tsx'
import { PageLink } from '../panels/page-link.tsx'
import { OpeningsLink } from './openings.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { securityTexts } from './security-texts.ts'
import { TwoStepPanel } from './two-step-panel.tsx'

export const SECURITY_PATH = '/settings/security'

export function SecurityPage() {
  const t = useTexts(securityTexts)
  return (
    <div className="page">
      <BackLink />
      <h1>{t.title}</h1>
      {useIsOnline() ? (
        <Panels />
      ) : (
        <Empty title={t.offline}>
          <p>{t.offlineHint}</p>
        </Empty>
      )}
    </div>
  )
}

function Panels() {
  const t = useTexts(securityTexts)
  const embedded = useIsEmbedded()
  return (
    <div className="settings-columns">
      <div className="stack">
        {embedded ? <TwoStepPanel /> : <p className="soft">{t.elsewhere}</p>}
        {embedded ? <PasskeysPanel /> : null}
        {embedded ? <Sessions /> : null}
      </div>
      <div className="stack">
        <OpeningsLink />
        <AuditPanel />
      </div>
    </div>
  )
}

export function SecurityLink() {
  const t = useTexts(securityTexts)
  return (
    <PageLink titleId="security-title" title={t.title} hint={t.hint} href={SECURITY_PATH} text={t.open} />
  )
}
