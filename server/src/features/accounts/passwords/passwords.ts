// Hashes and checks passwords, a few at a time.
import { hashQueue } from './hash-queue.ts'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

export type Passwords = ReturnType<typeof passwords>

export function passwords(queue = hashQueue()) {
  return {
    isOutdated,
    hash: (password: string): Promise<string> => queue.run(() => hashPassword(password)),

    /** Takes as long if nothing is stored: the time must not reveal that there is no such account. */
    verify: (password: string, stored: string | undefined): Promise<boolean> =>
      queue.run(async () => {
        if (stored !== undefined) return verifyPassword(password, stored)
        await hashPassword(password)
        return false
      }),
  }
}
