import type { PersonalToken } from '@daymark/contract/accounts/tokens'
import { dateText } from '../../design/format.ts'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { ConfirmedButton } from '../panels/confirmed-button.tsx'
import { ItemsPanel } from '../panels/items-panel.tsx'
import { settingsTexts } from '../texts.ts'
import { useChange, useTokens } from '../use-settings.ts'
import { NewToken } from './new-token.tsx'
import { scopeNames } from './token-scopes.ts'

export function Tokens() {
  const t = useTexts(settingsTexts)
  return (
    <ItemsPanel
      titleId="tokens-title"
      title={t.tokens}
      hints={[t.tokensHint]}
      none={t.noTokens}
      query={useTokens()}
      item={token => <TokenItem key={token.id} token={token} />}
      add={{ text: t.createToken, dialog: onClose => <NewToken onClose={onClose} /> }}
    />
  )
}

function TokenItem({ token }: { token: PersonalToken }) {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useChange('tokens')
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
      <ConfirmedButton
        name={name}
        text={t.revoke}
        kind="danger"
        asks={{ title: t.revokeTitle(name), hint: t.revokeHint }}
        isDisabled={change.isPending}
        onConfirm={revoke}
      />
    </li>
  )
}
