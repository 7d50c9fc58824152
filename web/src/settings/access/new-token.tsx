import { ACCESSES, AREAS, type Scope, scopeOf } from '@daymark/contract/accounts/scopes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { ItemNameField } from '../../design/forms/input-field.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { ConfirmedForm } from '../panels/confirmed-form.tsx'
import { SecretOnce } from '../panels/secret-once.tsx'
import { settingsTexts } from '../texts.ts'
import { isCovered, tidyScopes } from './token-scopes.ts'

const DAY_MS = 86_400_000
const LIFETIMES = [30, 90, 180, 365]

export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTexts(settingsTexts)
  const [made, setMade] = useState<string>()
  return (
    <Dialog title={made ? t.tokenMade : t.createToken} onClose={onClose} closesByButton={made !== undefined}>
      {made ? (
        <SecretOnce secret={made} t={{ ...t, once: t.tokenOnce }} onClose={onClose} />
      ) : (
        <TokenForm onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  )
}

function TokenForm({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const t = useTexts(settingsTexts)
  const client = useClient()
  const queries = useQueryClient()
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set<Scope>(['read']))

  async function create(data: FormData, password: string | null): Promise<void> {
    const expires_at = new Date(Date.now() + Number(data.get('days')) * DAY_MS).toISOString()
    const body = { name: String(data.get('name')), scopes: tidyScopes(scopes), expires_at, password }
    onMade((await client.tokens.create({ body })).token)
    await queries.invalidateQueries({ queryKey: ['tokens'] })
  }

  return (
    <ConfirmedForm
      submit={t.createToken}
      t={t}
      isDisabled={scopes.size === 0}
      onSubmit={create}
      onClose={onClose}
    >
      <ItemNameField label={t.tokenName} placeholder={t.tokenNameExample} />
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
    </ConfirmedForm>
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
