// Lists personal access tokens with their last use, and revokes them.
import type { PersonalToken } from '@daymark/contract/accounts/tokens'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { dateText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { settingsTexts } from '../texts.ts'
import { useChange, useTokens } from '../use-settings.ts'
import { NewToken } from './new-token.tsx'
import { scopeNames } from './token-scopes.ts'

export function Tokens() {
  const t = useTexts(settingsTexts)
  const query = useTokens()
  const { data } = query
  const [adding, setAdding] = useState(false)
  return (
    <section className="card panel" aria-labelledby="tokens-title">
      <div className="row spread">
        <h2 id="tokens-title">{t.tokens}</h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.createToken}
        </Button>
      </div>
      <p className="soft">{t.tokensHint}</p>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {data?.length === 0 ? <p className="soft">{t.noTokens}</p> : null}
      <ul className="plain-list">
        {data?.map(token => (
          <TokenItem key={token.id} token={token} />
        ))}
      </ul>
      {adding ? <NewToken onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function TokenItem({ token }: { token: PersonalToken }) {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('tokens')
  const [asking, setAsking] = useState(false)
  const { name, prefix, scopes, expires_at, last_used_at } = token
  const used = last_used_at
    ? t.lastUsed(agoText(Date.now() - Date.parse(last_used_at), language))
    : t.neverUsed
  const ends = Date.parse(expires_at) < Date.now() ? t.expired : t.expiresOn(dateText(expires_at, language))
  const revoke = () =>
    change.mutate(async () => {
      await client.tokens.remove({ params: { token_id: token.id } })
      toast(t.revoked)
    })
  return (
    <li className="row item">
      <span className="grow">
        <strong dir="auto">{name}</strong> <code className="soft">{prefix}…</code>
        <br />
        <span className="soft">{[...scopeNames(scopes, t), used, ends].join(' · ')}</span>
      </span>
      <Button kind="danger" onClick={() => setAsking(true)} disabled={change.isPending}>
        {t.revoke}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {asking ? (
        <Confirm
          title={t.revokeTitle(name)}
          action={t.revoke}
          cancel={t.cancel}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{t.revokeHint}</p>
        </Confirm>
      ) : null}
    </li>
  )
}
