// Embedded accounts: sign-up, sign-in, and the owner's own changes.
import type { AuditEvent } from '@daymark/contract/accounts/security'
import type { Actor } from '../../platform/kernel/actor.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import { untilNone } from '../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import type { RecordChange } from '../audit/record.ts'
import type { Account, AccountDetails } from './account.ts'
import type { Confirmation, Recheck } from './confirmation.ts'
import { accountEntry, type EntryParts, refuseWeak } from './entry.ts'
import { keyStore, type PublicKey } from './keys/key-store.ts'
import { isPublished, oldestPublished } from './keys/signing-key.ts'
import { linkStore } from './links/link-store.ts'
import { sessionStore } from './sessions/session-store.ts'
import type { Ended } from './sessions/sessions.ts'
import { accountStore } from './store.ts'

export interface AccountParts extends EntryParts {
  confirm: Confirmation
  /** Whether addresses count as verified without a confirmation by email. */
  trustEmail: boolean
  record: RecordChange
}

export type AccountService = ReturnType<typeof accountService>

export function accountService(parts: AccountParts) {
  const { uow, clock, passwords, throttle, sessions, confirm, record } = parts

  async function own(actor: Actor): Promise<Account> {
    const account = await uow.read(db => accountStore(db).find(actor.id))
    if (!account) throw notFound('Account not found.')
    return account
  }

  async function recordEnded(
    tx: Tx,
    owner_id: string,
    event: AuditEvent,
    { personal_tokens }: Ended,
    source: RequestSource,
  ): Promise<void> {
    const at = clock.now()
    await record(tx, { owner_id, event, at, source })
    if (personal_tokens.length > 0) await record(tx, { owner_id, event: 'tokens_revoked', at, source })
  }

  return {
    ...accountEntry(parts),
    async details(actor: Actor): Promise<AccountDetails> {
      const account = await own(actor)
      const pending = await uow.read(db => linkStore(db).pendingEmail(account.id, clock.now()))
      return {
        ...account,
        email_verified: parts.trustEmail || account.email_verified,
        pending_email: pending ?? null,
      }
    },

    sessionsOf: (actor: Actor) => sessions.of(actor.id),

    /**
     * Ends the `sign_in` sessions except the current one. With `tokens`, also ends `command` sessions and revokes
     * tokens.
     */
    async endOthers(
      actor: Actor,
      currentId: string | undefined,
      tokens: boolean,
      source: RequestSource,
    ): Promise<Ended> {
      const ended = await uow.write([actor.id], async tx => {
        const result = await sessions.endAll(tx, actor.id, { except: currentId, tokens })
        await recordEnded(tx, actor.id, 'signed_out_others', result, source)
        return result
      })
      sessions.announce(ended)
      return ended
    },

    async endSession(actor: Actor, id: string, source: RequestSource): Promise<void> {
      const found = await sessions.find(id)
      if (found?.account.id !== actor.id) throw notFound('Session not found.')
      await sessions.end(actor.id, found.session, source)
    },

    async rename(actor: Actor, name: string | undefined): Promise<void> {
      if (name !== undefined)
        await uow.write([actor.id], tx => accountStore(tx).rename(actor.id, name, clock.now()))
    },

    async changePassword(
      actor: Actor,
      change: { current: string; next: string; revoke_tokens: boolean },
      currentSessionId: string | undefined,
      source: RequestSource,
    ): Promise<Ended> {
      const account = await own(actor)
      refuseWeak(change.next, account, 'new_password')
      const recheck = await confirm.password(account, change.current, currentSessionId)
      const hash = await passwords.hash(change.next)
      const ended = await uow.write([actor.id], async tx => {
        await recheck(tx)
        await accountStore(tx).setPassword(actor.id, hash, clock.now())
        await linkStore(tx).remove(actor.id, ['reset', 'email'])
        const rest = { except: currentSessionId, tokens: change.revoke_tokens }
        const result = await sessions.endAll(tx, actor.id, rest)
        await recordEnded(tx, actor.id, 'password_changed', result, source)
        return result
      })
      sessions.announce(ended)
      return ended
    },

    confirmPassword: async (
      actor: Actor,
      password: string,
      currentSessionId: string | undefined,
    ): Promise<Recheck> => confirm.password(await own(actor), password, currentSessionId),

    /** Lets other features require the password or a recent sign-in. */
    confirmRecent: (
      actor: Actor,
      currentSessionId: string | undefined,
      password: string | undefined,
    ): Promise<Recheck> => confirm.recent(actor, currentSessionId, password),

    /** Returns the accounts and sessions among these ids that still exist. */
    stillThere: (accountIds: readonly string[], sessionIds: readonly string[]) =>
      uow.read(async db => {
        const known = accountIds.length > 0 ? await accountStore(db).existing(accountIds) : []
        const open = sessionIds.length > 0 ? await sessionStore(db).existing(sessionIds) : []
        return { accounts: new Set(known), sessions: new Set(open) }
      }),

    /** Includes expired signing keys until every token that they signed has expired. */
    async publicKeys(): Promise<PublicKey[]> {
      const keys = await uow.read(db => keyStore(db).publicKeys())
      return keys.filter(key => isPublished(key.expires_at, clock.now()))
    },

    async sweep(): Promise<void> {
      const now = clock.now()
      await throttle.sweep()
      await parts.passkeys.sweep()
      await untilNone(uow, tx => sessionStore(tx).removeExpired(now))
      await uow.write([], tx => keyStore(tx).removeExpiredBefore(oldestPublished(now)))
    },
  }
}
