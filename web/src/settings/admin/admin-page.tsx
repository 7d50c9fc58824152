import { ApiError } from '@daymark/client'
import { Missing } from '../../design/settled.tsx'
import { Empty, Skeleton } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useMe } from '../../session/me.ts'
import { useIsOnline } from '../../sync/context.ts'
import { useIsEmbedded } from '../use-settings.ts'
import './admin.css'
import { BackLink } from '../back-link.tsx'
import { PageLink } from '../panels/page-link.tsx'
import { Invitations } from './invitations.tsx'
import { People } from './people.tsx'
import { Status } from './status.tsx'
import { adminTexts } from './texts.ts'
import { useIsAdmin, useServerStatus } from './use-admin.ts'

export const ADMIN_PATH = '/settings/admin'

export function AdminPage() {
  const t = useTexts(adminTexts)
  const me = useMe()
  return (
    <div className="page">
      <BackLink />
      <h1>{t.title}</h1>
      <Missing query={me} skeleton={<Skeleton lines={6} height={40} />} />
      {me.data ? <Content isAdmin={me.data.role === 'admin'} /> : null}
    </div>
  )
}

function Content({ isAdmin }: { isAdmin: boolean }) {
  const t = useTexts(adminTexts)
  const isOnline = useIsOnline()
  const embedded = useIsEmbedded()
  const refused = useServerStatus(isAdmin && isOnline).error
  if (!isAdmin || (refused instanceof ApiError && refused.status === 403))
    return (
      <Empty title={t.refused}>
        <p>{t.refusedHint}</p>
      </Empty>
    )
  if (!isOnline)
    return (
      <Empty title={t.offline}>
        <p>{t.offlineHint}</p>
      </Empty>
    )
  return (
    <div className="settings-columns">
      <div className="stack">
        <People />
      </div>
      <div className="stack">
        {embedded ? <Invitations /> : null}
        <Status />
      </div>
    </div>
  )
}

export function AdminLink() {
  const t = useTexts(adminTexts)
  if (!useIsAdmin()) return null
  return <PageLink titleId="admin-title" title={t.title} hint={t.hint} href={ADMIN_PATH} text={t.open} />
}
