import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import { record } from '../../audit/record.ts'
import { userStore } from '../../people/users/store.ts'
import type { Account, AccountSession } from '../account.ts'
import { accountStore } from '../store.ts'
import { sessionStore } from './session-store.ts'

/** Revokes personal access tokens, device passwords and connected apps, which belong to other features. */
export interface PersonalTokens {
  /** Returns the ids of what was revoked. */
  revokeAll(tx: Tx, ownerId: string): Promise<readonly string[]>
}

export interface SessionParts {
  uow: UnitOfWork
  clock: Clock
  personalTokens: PersonalTokens
  /** Signs the account out of the OpenID provider in all browsers. */
  endBrowserSessions(tx: Tx, accountId: string): Promise<void>
  /** Called after this instance has ended sessions or revoked tokens. */
  ended(ended: Ended): void
}

export interface Ended {
  sessions: readonly AccountSession[]
  personal_tokens: readonly string[]
}

export interface FoundSession {
  session: AccountSession
  account: Account
  disabled: boolean
}

export type AccountSessions = ReturnType<typeof accountSessions>

export function accountSessions(parts: SessionParts) {
  const { uow, clock, personalTokens, ended } = parts
  const isOpen = (session: AccountSession) => session.expires_at > clock.now()

  /**
   * Ends the sign-in sessions inside a larger transaction. With `tokens`, also ends `command` sessions and revokes
   * tokens. Pass the result to `announce` after the commit.
   */
  async function endAll(
    tx: Tx,
    accountId: string,
    { except, tokens }: { except?: string | undefined; tokens: boolean },
  ): Promise<Ended> {
    const sessions = (await sessionStore(tx).listOf(accountId)).filter(
      session => session.id !== except && (tokens || session.kind === 'sign_in'),
    )
    await sessionStore(tx).remove(sessions.map(session => session.id))
    await parts.endBrowserSessions(tx, accountId)
    return {
      sessions: sessions.filter(isOpen),
      personal_tokens: tokens ? await personalTokens.revokeAll(tx, accountId) : [],
    }
  }

  async function end(account_id: string, session: AccountSession, source: RequestSource): Promise<void> {
    await uow.write([account_id], async tx => {
      await sessionStore(tx).remove([session.id])
      const subject = { id: session.id, name: null }
      await record(tx, { owner_id: account_id, event: 'signed_out', at: clock.now(), source, subject })
    })
    ended({ sessions: [session], personal_tokens: [] })
  }

  return {
    endAll,
    end,
    announce: ended,

    async of(accountId: string): Promise<AccountSession[]> {
      return (await uow.read(db => sessionStore(db).listOf(accountId))).filter(isOpen)
    },

    find: (id: string): Promise<FoundSession | undefined> =>
      uow.read(async db => {
        const session = await sessionStore(db).find(id)
        const account = session && (await accountStore(db).find(session.account_id))
        if (!session || !account || !isOpen(session)) return undefined
        return { session, account, disabled: await userStore(db).isDisabled(account.id) }
      }),
  }
}
