import type { Usage } from '@daymark/contract/people/users'
import { useQuery } from '@tanstack/react-query'
import { Missing } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { settingsTexts } from './texts.ts'
import { amountText, fillOf, USAGE_KINDS } from './usage-amounts.ts'

export function UsagePanel() {
  const t = useTexts(settingsTexts)
  const client = useClient()
  const query = useQuery({ queryKey: ['usage'], queryFn: () => client.users.usage() })
  return (
    <section className="card panel" aria-labelledby="usage-title">
      <h2 id="usage-title">{t.usage}</h2>
      <p className="soft">{t.usageHint}</p>
      <Missing query={query} skeleton={<Skeleton lines={5} height={24} />} />
      {query.data ? (
        <ul className="plain-list usage-list">
          {USAGE_KINDS.map(kind => (
            <UsageItem key={kind} kind={kind} usage={query.data} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function UsageItem({ kind, usage }: { kind: keyof Usage; usage: Usage }) {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const amount = usage[kind]
  const fill = fillOf(amount)
  return (
    <li>
      <div className="row spread">
        <span id={`usage-${kind}`}>{t.usageKinds[kind]}</span>
        <span className="soft">{amountText(kind, amount, language, t.usageOf)}</span>
      </div>
      {fill === undefined ? null : (
        <meter aria-labelledby={`usage-${kind}`} min={0} max={1} high={0.9} optimum={0} value={fill} />
      )}
    </li>
  )
}
