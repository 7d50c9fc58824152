// Creates a token with a name, permissions and an expiry, and shows it once.
import { ApiError } from '@daymark/client'
import { ACCESSES, AREAS, type Scope, scopeOf } from '@daymark/contract/accounts/scopes'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient, useSession } from '../../session/provider.tsx'
import { settingsTexts } from '../texts.ts'
import { useIsEmbedded } from '../use-settings.ts'
import { isCovered, tidyScopes } from './token-scopes.ts'

const DAY_MS = 86_400_000
const LIFETIMES = [30, 90, 180, 365]

export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTexts(settingsTexts)
  const [made, setMade] = useState<string>()
  return (
    <Dialog title={made ? t.tokenMade : t.createToken} onClose={onClose}>
      {made ? <ShownOnce token={made} onClose={onClose} /> : <TokenForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

function TokenForm({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const t = useTexts(settingsTexts)
  const client = useClient()
  const queries = useQueryClient()
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set<Scope>(['read']))
  const embedded = useIsEmbedded()
  const { source } = useSession()
  const [fault, setFault] = useState<string>()
  const [stale, setStale] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const expires_at = new Date(Date.now() + Number(data.get('days')) * DAY_MS).toISOString()
    try {
      const name = String(data.get('name'))
      const password = embedded ? String(data.get('password')) : null
      const body = { name, scopes: tidyScopes(scopes), expires_at, password }
      onMade((await client.tokens.create({ body })).token)
      await queries.invalidateQueries({ queryKey: ['tokens'] })
    } catch (error) {
      setFault(messageOf(error))
      setStale(!embedded && error instanceof ApiError && error.status === 403)
    }
  }

  return (
    <form className="stack" onSubmit={event => void submit(event)}>
      <Field label={t.tokenName}>
        {field => (
          <input
            dir="auto"
            {...field}
            name="name"
            className="input"
            required
            maxLength={100}
            autoComplete="off"
            placeholder={t.tokenNameExample}
          />
        )}
      </Field>
      <ScopeTable chosen={scopes} onChange={setScopes} />
      <Field label={t.expires}>
        {field => (
          <select {...field} name="days" className="input" defaultValue="90">
            {LIFETIMES.map(days => (
              <option key={days} value={days}>
                {t.days(days)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {embedded ? (
        <Field label={t.confirmPassword}>
          {field => (
            <input
              {...field}
              name="password"
              type="password"
              className="input"
              required
              autoComplete="current-password"
            />
          )}
        </Field>
      ) : null}
      <Fault>{fault}</Fault>
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.cancel}</Button>
        {stale ? (
          <Button kind="primary" onClick={() => void source.signIn({ again: true })}>
            {t.signInAgain}
          </Button>
        ) : (
          <Button type="submit" kind="primary" disabled={scopes.size === 0}>
            {t.createToken}
          </Button>
        )}
      </div>
    </form>
  )
}

interface ScopeProps {
  chosen: ReadonlySet<Scope>
  onChange: (scopes: ReadonlySet<Scope>) => void
}

function ScopeTable({ chosen, onChange }: ScopeProps) {
  const t = useTexts(settingsTexts)
  const box = (scope: Scope, name: string) => (
    <td key={scope}>
      <input
        type="checkbox"
        aria-label={name}
        checked={chosen.has(scope) || isCovered(scope, chosen)}
        disabled={isCovered(scope, chosen)}
        onChange={() => onChange(chosen.symmetricDifference(new Set([scope])))}
      />
    </td>
  )
  return (
    <table className="scopes">
      <caption className="soft">{t.mayDo}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t.area}</span>
          </th>
          {ACCESSES.map(access => (
            <th key={access} scope="col">
              {t.accesses[access]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="all-areas">
          <th scope="row">{t.everything}</th>
          {ACCESSES.map(access => box(access, `${t.everything}: ${t.accesses[access]}`))}
        </tr>
        {AREAS.map(area => (
          <tr key={area}>
            <th scope="row">{t.areas[area]}</th>
            {ACCESSES.map(access => {
              const scope = scopeOf(area, access)
              return scope ? (
                box(scope, `${t.areas[area]}: ${t.accesses[access]}`)
              ) : (
                <td key={access} aria-hidden="true" />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ShownOnce({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTexts(settingsTexts)
  const toast = useToast()
  const copy = async () => toast((await copyText(token)) ? t.copied : t.notCopied)
  return (
    <div className="stack">
      <p className="notice">{t.tokenOnce}</p>
      <output className="token-text">{token}</output>
      <div className="row">
        <Button kind="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
        <Button onClick={onClose}>{t.done}</Button>
      </div>
    </div>
  )
}
