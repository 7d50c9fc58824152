import type { tokenRoutes } from '@daymark/contract/accounts/tokens'
import type { DecodedBody } from '@daymark/contract/route'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, invalid, notFound, unauthorized } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { newestPage, type Page, type PageRequest } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { untilNone } from '../../platform/storage/statements/in-steps.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Recheck } from '../accounts/confirmation.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import { requireVerified } from '../people/users/verification-store.ts'
import { tokenStore } from './store.ts'
import {
  expiryOf,
  hashOf,
  isAllowedExpiry,
  MAX_DAYS,
  newSecret,
  type PersonalToken,
  prefixOf,
  usedLongAgo,
} from './token.ts'

export type TokenService = ReturnType<typeof tokenService>

type TokenCreate = DecodedBody<(typeof tokenRoutes)['create']>

/** Expired tokens stay listed for this long. */
const SHOWN_AFTER_EXPIRY_MS = 30 * 86_400_000
const UNKNOWN = 'The access token is not valid.'

export interface TokenParts {
  uow: UnitOfWork
  clock: Clock
  /** The maximum number of tokens per person. 0 means no limit. */
  most: number
  /** Called after `remove` has revoked a token. */
  revoked(tokenId: string): void
}

export function tokenService({ uow, clock, most, revoked }: TokenParts) {
  return {
    /** Calls `recheck` inside the transaction, because the confirmation may no longer be valid. */
    async create(
      actor: Actor,
      body: TokenCreate,
      recheck: Recheck,
      source: RequestSource,
    ): Promise<{ token: PersonalToken; secret: string }> {
      const now = clock.now()
      const expires_at = expiryOf(body.expires_at, now)
      if (!isAllowedExpiry(expires_at, now)) {
        throw invalid('expires_at', `must be in the future and at most ${MAX_DAYS} days ahead`)
      }
      const secret = newSecret()
      const token: PersonalToken = {
        id: newId(),
        owner_id: actor.id,
        name: body.name,
        prefix: prefixOf(secret),
        scopes: body.scopes,
        created_at: now,
        expires_at,
        last_used_at: null,
      }
      await uow.write([actor.id], async tx => {
        const store = tokenStore(tx)
        await recheck(tx)
        await requireVerified(tx, actor.id)
        if (most > 0 && (await store.count(actor.id)) >= most) {
          throw conflict(`You have reached the limit of ${most} access tokens. Revoke one first.`)
        }
        await store.insert(token, hashOf(secret))
        await record(tx, { owner_id: actor.id, event: 'token_created', at: now, source, subject: token })
      })
      return { token, secret }
    },

    async list(actor: Actor, page: PageRequest): Promise<Page<PersonalToken>> {
      return newestPage(await uow.read(db => tokenStore(db).list(actor.id, page)), page)
    },

    async remove(actor: Actor, id: string, source: RequestSource): Promise<void> {
      await uow.write([actor.id], async tx => {
        const name = await tokenStore(tx).remove(actor.id, id)
        if (name === undefined) throw notFound('Token not found.')
        const change = { event: 'token_revoked', at: clock.now(), source } as const
        await record(tx, { owner_id: actor.id, ...change, subject: { id, name } })
      })
      revoked(id)
    },

    /** Throws 401 if the token is unknown or has expired. */
    async identify(secret: string) {
      const token = await uow.read(db => tokenStore(db).findByHash(hashOf(secret)))
      if (!token) throw unauthorized(UNKNOWN)
      if (token.expires_at <= clock.now()) throw unauthorized('The access token has expired.')
      const { id, owner_id, expires_at, scopes, name } = token
      return { user_id: owner_id, expires_at, scopes, token_id: id, token_name: name }
    },

    /** Returns the ids that still exist, and records at most once a minute that these tokens were used. */
    async stillThere(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const found = await uow.read(db => tokenStore(db).existing(ids))
      const now = clock.now()
      const noted = found.filter(token => usedLongAgo(token.last_used_at, now)).map(token => token.id)
      if (noted.length > 0) await uow.write([], tx => tokenStore(tx).setUsed(noted, now))
      return new Set(found.map(token => token.id))
    },

    sweep: () => untilNone(uow, tx => tokenStore(tx).removeExpired(clock.now() - SHOWN_AFTER_EXPIRY_MS)),
  }
}
