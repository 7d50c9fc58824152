// Signs and verifies one-click unsubscribe links (RFC 8058).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { secretStore } from '../../../platform/outbound/secret-store.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'

export interface UnsubscribeLinks {
  token(userId: string): Promise<string>
  /** Undefined if this server did not sign the token. */
  userOf(token: string): Promise<string | undefined>
}

export function unsubscribeLinks(uow: UnitOfWork): UnsubscribeLinks {
  let secret: Promise<string> | undefined
  const open = async () => {
    const known = await uow.read(db => secretStore(db).find('unsubscribe'))
    if (known !== undefined) return known
    const value = randomBytes(32).toString('base64url')
    return uow.write([], tx => secretStore(tx).keep('unsubscribe', { fingerprint: '', value }))
  }
  const sign = async (userId: string) => {
    secret ??= open().catch(error => {
      // Forgets the failed attempt, so that the next call retries.
      secret = undefined
      throw error
    })
    return createHmac('sha256', await secret)
      .update(`unsubscribe ${userId}`)
      .digest()
  }
  return {
    token: async userId =>
      `${Buffer.from(userId).toString('base64url')}.${(await sign(userId)).toString('base64url')}`,
    async userOf(token) {
      const [name = '', given = ''] = token.split('.')
      const userId = Buffer.from(name, 'base64url').toString()
      const [expected, signature] = [await sign(userId), Buffer.from(given, 'base64url')]
      return signature.length === expected.length && timingSafeEqual(signature, expected) ? userId : undefined
    },
  }
}
