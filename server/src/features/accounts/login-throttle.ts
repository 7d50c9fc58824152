// Stands before every check of a password: attempts cost more and more time, whether or not the account exists.
import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/kernel/clock.ts'
import { limited, rejected } from '../../platform/kernel/errors.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Account } from './account.ts'
import { FORGET_MS, withOneMore } from './attempt.ts'
import { attemptStore } from './attempt-store.ts'
import type { AccountLibrary } from './library.ts'
import { accountStore } from './store.ts'

export interface GuardParts {
  uow: UnitOfWork
  clock: Clock
  library(): Promise<AccountLibrary>
}

export type PasswordGuard = ReturnType<typeof passwordGuard>

export function passwordGuard({ uow, clock, library }: GuardParts) {
  /** Throws when it is too early for another attempt; else counts this one as failed until it is known better. */
  async function begin(email: string): Promise<void> {
    const key = keyOf(email)
    const wait = await uow.write([key], async tx => {
      const store = attemptStore(tx)
      const before = await store.find(key)
      const now = clock.now()
      if (before && before.blocked_until > now) return before.blocked_until - now
      await store.save(key, withOneMore(before, now))
      return 0
    })
    if (wait === 0) return
    const seconds = Math.ceil(wait / 1000)
    throw limited(`There were too many failed attempts for this address. Try again in ${seconds} s.`, seconds)
  }

  const clear = (email: string): Promise<void> =>
    uow.write([keyOf(email)], tx => attemptStore(tx).forget(keyOf(email)))

  return {
    begin,
    clear,

    /** For a step that a stolen access token alone must not allow. */
    async confirm(account: Account, password: string): Promise<void> {
      await begin(account.email)
      const hash = await uow.read(db => accountStore(db).passwordOf(account.id))
      const isRight = hash !== undefined && (await (await library()).verify(password, hash))
      if (!isRight) throw rejected('The password is wrong.')
      await clear(account.email)
    },

    sweep: () => uow.write([], tx => attemptStore(tx).forgetBefore(clock.now() - FORGET_MS)),
  }
}

/** Hashed, for people mistype: the table must not collect addresses and passwords in the wrong field. */
const keyOf = (email: string): string => createHash('sha256').update(email).digest('hex')
