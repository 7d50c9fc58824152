// Stores the provider's models in the table `oauth_records`. Most ids are secrets (tokens, codes, cookies), so the
// column `id` contains hashes. Payloads are encrypted.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { Problem } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Db, Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { Seal } from '../../accounts/keys/seal.ts'
import { hashOf } from '../connected-app.ts'
import { connectedAppStore } from '../store.ts'
import { type OauthRecord, oauthRecordStore } from './record-store.ts'
import { readWebGrant } from './web-client.ts'

export interface AdapterParts {
  uow: UnitOfWork
  clock: Clock
  seal: Seal
  /** Called after an app's tokens or a single access token have been revoked. */
  ended(which: { app_id: string } | { access_id: string }): void
  /** Ends the session that an authorization code of the web app has opened. */
  endWebSession(sessionId: string): Promise<void>
  /** Returns the error for a code or refresh token that another request has just used. */
  alreadyUsed(): Error
  /** Returns the error for a database that cannot be used now, for example because it is unreachable or full. */
  unavailable(reason: string): Error
}

export const oauthAdapter =
  ({ uow, clock, seal, ended, endWebSession, alreadyUsed, unavailable }: AdapterParts) =>
  (kind: string): Adapter => {
    // Converts the error, because the library answers unknown errors with 500.
    const known = (error: unknown): never => {
      throw error instanceof Problem && error.kind === 'unavailable' ? unavailable(error.message) : error
    }
    const read = <T>(work: (db: Db) => Promise<T>) => uow.read(work).catch(known)
    const write = <T>(work: (tx: Tx) => Promise<T>) => uow.write([], work).catch(known)
    const contextOf = (id: string) => `${kind} ${id}`

    async function find(key: 'id' | 'session_uid' | 'user_code', value: string, id?: string) {
      const row = await read(db => oauthRecordStore(db).find(kind, key, value))
      const text = row && seal.open(row.payload, contextOf(row.id))
      if (!row || text === undefined) return undefined
      const payload = JSON.parse(text) as AdapterPayload
      return {
        ...payload,
        ...(id !== undefined && hasJti(kind) && { jti: id }),
        ...(row.consumed_at !== null && { consumed: Math.floor(row.consumed_at / 1000) }),
      }
    }

    return {
      async upsert(id, payload) {
        const record = recordOf(kind, id, payload)
        const sealed = seal.close(JSON.stringify(stored(kind, payload)), contextOf(record.id))
        await write(tx => oauthRecordStore(tx).save({ ...record, payload: sealed }, clock.now()))
      },
      find: id => find('id', hashOf(id), id),
      findByUid: uid => find('session_uid', uid),
      findByUserCode: code => find('user_code', hashOf(code)),
      async consume(id) {
        const isFirst = await write(tx => oauthRecordStore(tx).consume(kind, hashOf(id), clock.now()))
        if (!isFirst) throw alreadyUsed()
      },
      async destroy(id) {
        const app = await write(async tx => {
          await oauthRecordStore(tx).remove(kind, hashOf(id))
          return kind === 'Grant' ? connectedAppStore(tx).removeOfGrant(id) : undefined
        })
        if (app !== undefined) ended({ app_id: app })
        const web = kind === 'Grant' ? readWebGrant(id) : undefined
        if (web) await endWebSession(web.session_id)
        if (kind === 'AccessToken') ended({ access_id: hashOf(id) })
      },
      revokeByGrantId: grantId => write(tx => oauthRecordStore(tx).removeOfGrant(kind, grantId)),
    }
  }

/** Registered clients have no `jti`. */
const hasJti = (kind: string): boolean => kind !== 'Client'

/** Omits the id (`jti`) from the payload. Device codes keep it, because they are looked up by their user code. */
const stored = (kind: string, payload: AdapterPayload): AdapterPayload => {
  const { jti: _jti, ...rest } = payload
  return kind === 'DeviceCode' ? payload : rest
}

function recordOf(kind: string, id: string, payload: AdapterPayload): Omit<OauthRecord, 'payload'> {
  const { session, aud } = payload as { session?: { accountId?: string }; aud?: string | string[] }
  return {
    kind,
    id: hashOf(id),
    account_id: payload.accountId ?? session?.accountId ?? null,
    client_id: kind === 'Client' ? id : (payload.clientId ?? null),
    grant_id: kind === 'Grant' ? id : (payload.grantId ?? null),
    session_uid: kind === 'Session' ? (payload.uid ?? null) : null,
    user_code: payload.userCode === undefined ? null : hashOf(payload.userCode),
    scopes: kind === 'AccessToken' ? (payload.scope ?? '') : null,
    audience: kind === 'AccessToken' ? ([aud].flat()[0] ?? null) : null,
    expires_at: payload.exp === undefined ? null : payload.exp * 1000,
  }
}
