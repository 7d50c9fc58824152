// Enqueues account emails as jobs. An email about a change is enqueued in the transaction of the change.
import { createHash, randomInt } from 'node:crypto'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Language } from '../../platform/kernel/language.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Caller } from '../accounts/attempts.ts'
import type { Recorded } from '../audit/record.ts'
import type { AccountMail } from './account-mail.ts'
import { isNotable } from './change-words.ts'

export const ACCOUNT_MAIL_JOB = 'account_mail'

/**
 * Verification and reset emails are sent after a random delay below this limit. Without the delay, the work of sending
 * could slow down the next response and so reveal that the account exists.
 */
export const MAX_DELAY_MS = 2_000

export type MailQueue = ReturnType<typeof mailQueue>

export function mailQueue({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  /** Enqueues an email and replaces a pending one with the same key. */
  async function put(tx: Tx, key: string, payload: AccountMail, delay = 0): Promise<void> {
    const now = clock.now()
    const { account_id, email, to } = { account_id: '', email: '', to: '', ...payload }
    const about = [account_id, email, to].filter(name => name !== '')
    await enqueue(tx, { kind: ACCOUNT_MAIL_JOB, key, run_at: now + delay, payload, about }, now)
  }

  /** Does the same work for known and unknown addresses. The job checks whether the account exists. */
  const linkTo = (tx: Tx, mail: 'verify' | 'reset', email: string, language: Language): Promise<void> =>
    put(tx, `${mail} ${hashOf(email)}`, { mail, link_id: newId(), email, language }, randomInt(MAX_DELAY_MS))

  return {
    put,
    linkTo,

    /** Also called for known addresses, so that sign-up does the same work for every address. */
    signedUp: (tx: Tx, email: string, language: Language): Promise<void> =>
      linkTo(tx, 'verify', email, language),

    /** Enqueues an email to the owner about changes that somebody else may have made. */
    async changed(tx: Tx, { owner_id, event, at, source }: Recorded): Promise<void> {
      if (owner_id === null || !isNotable(event)) return
      const { address, user_agent, language = 'en' } = source
      await put(tx, `changed ${event} ${owner_id}`, {
        ...{ mail: 'changed', account_id: owner_id, event, at, address, user_agent, language },
      })
    },

    /** Called only for sign-ins on unknown devices. */
    signedIn: (accountId: string, { user_agent, address, language }: Caller): Promise<void> =>
      uow.write([], tx =>
        put(tx, `signed_in ${accountId} ${hashOf(`${user_agent} ${address}`)}`, {
          ...{ mail: 'signed_in', account_id: accountId, at: clock.now(), user_agent, address, language },
        }),
      ),
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
