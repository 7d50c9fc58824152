import { hashQueue } from './hash-queue.ts'
import { type HashCost, hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

export type Passwords = ReturnType<typeof passwords>

export function passwords(cost?: HashCost, queue = hashQueue()) {
  return {
    isOutdated: (stored: string): boolean => isOutdated(stored, cost),
    hash: (password: string): Promise<string> => queue.run(() => hashPassword(password, cost)),

    /** Takes equally long if no password is stored, so that timing does not reveal whether an account exists. */
    verify: (password: string, stored: string | undefined): Promise<boolean> =>
      queue.run(async () => {
        if (stored !== undefined) return verifyPassword(password, stored)
        await hashPassword(password, cost)
        return false
      }),
  }
}
