// The page "Administration", only for administrators: people, invitations and the state of the server.
import { Empty } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useIsOnline } from '../../sync/context.ts'
import { useIsEmbedded } from '../use-settings.ts'
import './admin.css'
import { BackLink } from '../back-link.tsx'
import { PageLink } from '../panels/page-link.tsx'
import { Invitations } from './invitations.tsx'
import { People } from './people.tsx'
import { Status } from './status.tsx'
import { adminTexts } from './texts.ts'
import { useIsAdmin } from './use-admin.ts'

export const ADMIN_PATH = '/settings/admin'

export function AdminPage() {
  const t = useTexts(adminTexts)
  const isOnline = useIsOnline()
  const embedded = useIsEmbedded()
  return (
    <div className="page">
      <BackLink />
      <h1>{t.title}</h1>
      {isOnline ? (
        <div className="settings-columns">
          <div className="stack">
            <People />
          </div>
          <div className="stack">
            {embedded ? <Invitations /> : null}
            <Status />
          </div>
        </div>
      ) : (
        <Empty title={t.offline}>
          <p>{t.offlineHint}</p>
        </Empty>
      )}
    </div>
  )
}

/** The card on the settings page that links to this page. */
export function AdminLink() {
  const t = useTexts(adminTexts)
  if (!useIsAdmin()) return null
  return <PageLink titleId="admin-title" title={t.title} hint={t.hint} href={ADMIN_PATH} text={t.open} />
}
