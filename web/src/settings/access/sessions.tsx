import type { AccountSession } from '@daymark/contract/accounts/sessions'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { dateText } from '../../design/format.ts'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { OpeningsDialog } from '../security/openings.tsx'
import { settingsTexts } from '../texts.ts'
import { useChange, useSessions, useTokens } from '../use-settings.ts'
import { deviceWords } from './device.ts'

export function Sessions() {
  const t = useTexts(settingsTexts)
  const query = useSessions()
  const tokens = useTokens()
  const { data } = query
  const [asking, setAsking] = useState(false)
  const hasOthers = (data?.length ?? 0) > 1 || (tokens.data?.length ?? 0) > 0
  return (
    <section className="card panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t.sessions}</h2>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      <ul className="plain-list">
        {data?.map(session => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      {data && hasOthers ? (
        <Button className="plain-start" onClick={() => setAsking(true)}>
          {t.endOthers}
        </Button>
      ) : null}
      {asking ? (
        <OpeningsDialog title={t.endOthersTitle} hint={t.endOthersHint} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  )
}

function SessionItem({ session }: { session: AccountSession }) {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('security')
  const { id, kind, current, user_agent, address, created_at, last_used_at, expires_at } = session
  const isToken = kind === 'command'
  const name = isToken ? t.commandToken : (deviceWords(user_agent) ?? t.unknownDevice)
  const use = isToken
    ? t.expiresOn(dateText(expires_at, language))
    : t.lastUsed(agoText(Date.now() - Date.parse(last_used_at), language))
  const end = () =>
    change.mutate(async () => {
      await client.sessions.remove({ params: { session_id: id } })
      toast(isToken ? t.revoked : t.ended)
    })
  return (
    <li className="row item">
      <span className="grow">
        <strong title={user_agent ?? undefined}>{name}</strong>
        <br />
        <span className="soft">
          {current ? t.thisSession : use}
          {' · '}
          {t.since(dateText(created_at, language))}
          {address ? ` · ${address}` : null}
        </span>
      </span>
      {current ? null : (
        <Button onClick={end} disabled={change.isPending}>
          {isToken ? t.revoke : t.end}
        </Button>
      )}
    </li>
  )
}
