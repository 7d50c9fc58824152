import type { AuditEntry } from '@daymark/contract/accounts/security'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { dateTimeText } from '../../design/format.ts'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { deviceWords } from '../access/device.ts'
import { auditTexts } from './audit-texts.ts'
import { useAudit } from './use-security.ts'

const FIRST = 15
const MORE = 50
/** One less than the API's maximum page size, because `useAudit` requests one extra entry. */
const MOST = 499

export function AuditPanel() {
  const t = useTexts(auditTexts)
  const [shown, setShown] = useState(FIRST)
  const query = useAudit(shown)
  const { data } = query
  return (
    <section className="card panel" aria-labelledby="audit-title">
      <h2 id="audit-title">{t.title}</h2>
      <p className="soft">{t.hint}</p>
      <Missing query={query} skeleton={<Skeleton lines={6} height={36} />} />
      {data?.length === 0 ? <p className="soft">{t.none}</p> : null}
      <ul className="plain-list">
        {data?.slice(0, shown).map(entry => (
          <AuditItem key={entry.id} entry={entry} />
        ))}
      </ul>
      {data && (query.isPlaceholderData || data.length > shown) && shown < MOST ? (
        <Button
          className="plain-start"
          onClick={() => setShown(Math.min(shown + MORE, MOST))}
          disabled={query.isPlaceholderData}
        >
          {t.more}
        </Button>
      ) : null}
    </section>
  )
}

/** Events that may mean that someone else has access to the account. */
const NOTABLE = new Set<string>(['sign_in_failed', 'factor_removed', 'recovery_code_used'])

function AuditItem({ entry }: { entry: AuditEntry }) {
  const t = useTexts(auditTexts)
  const { language } = useLanguage()
  const { event, at, name, address, user_agent } = entry
  const client = user_agent === 'command line' ? t.operator : deviceWords(user_agent)
  const where = [client, address].filter(Boolean).join(' · ')
  return (
    <li className="item audit-item">
      <span>
        <strong className={NOTABLE.has(event) ? 'audit-notable' : undefined}>
          {t.events[event] ?? event}
        </strong>
        {name ? <span dir="auto"> {t.named(name)}</span> : null}
      </span>
      <span className="soft">
        <time dateTime={at}>{dateTimeText(at, language)}</time>
        {where ? <span title={user_agent ?? undefined}> · {where}</span> : null}
      </span>
    </li>
  )
}
