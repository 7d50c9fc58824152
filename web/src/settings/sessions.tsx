// Where one is signed in, and signing out there.
import { Button } from '../design/button.tsx'
import { dateText } from '../design/format.ts'
import { Missing } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useToast } from '../design/toast.tsx'
import { agoText } from '../people/activity.ts'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { deviceWords } from './device.ts'
import { settingsTexts } from './texts.ts'
import { useChange, useSessions } from './use-settings.ts'

export function Sessions() {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('accounts')
  const query = useSessions()
  const { data } = query
  const end = (session_id: string) =>
    change.mutate(async () => {
      await client.accounts.endSession({ params: { session_id } })
      toast(t.ended)
    })
  const endOthers = () =>
    change.mutate(async () => toast(t.endedOthers((await client.accounts.endOtherSessions()).ended)))
  return (
    <section className="card panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t.sessions}</h2>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      <ul className="plain-list">
        {data?.map(({ id, current, user_agent, created_at, last_used_at }) => (
          <li key={id} className="row item">
            <span className="grow">
              <strong title={user_agent ?? undefined}>{deviceWords(user_agent) ?? t.unknownDevice}</strong>
              <br />
              <span className="soft">
                {current
                  ? t.thisSession
                  : t.lastUsed(agoText(Date.now() - Date.parse(last_used_at), language))}
                {' · '}
                {t.since(dateText(created_at, language))}
              </span>
            </span>
            {current ? null : (
              <Button onClick={() => end(id)} disabled={change.isPending}>
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.length > 1 ? (
        <Button className="plain-start" onClick={endOthers} disabled={change.isPending}>
          {t.endOthers}
        </Button>
      ) : null}
    </section>
  )
}
