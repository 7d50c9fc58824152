// Writes and checks the tokens of invitations, which are derived from the server's secret like the tokens in emails.
import { forbidden } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { readLinkToken, writeLinkToken } from '../links/link-token.ts'
import { invitationStore } from './invitation-store.ts'

const INVALID = 'This invitation is not valid: it was used, has expired, or is for another address.'

/** Uses up the invitation in the transaction of the sign-up. */
export type TakeInvitation = (tx: Tx) => Promise<void>

/** The link of an invitation. The token is in the fragment, which no server logs. */
export const invitationUrl = (publicUrl: string, id: string, secret: string): string =>
  `${publicUrl}/sign-up#invitation=${writeLinkToken(id, secret)}`

/** Checks an invitation for an address. Throws 403 if it is not valid. */
export async function openInvitation(
  { uow, clock, secret }: { uow: UnitOfWork; clock: Clock; secret: string },
  token: string,
  email: string,
): Promise<TakeInvitation> {
  const id = readLinkToken(token, secret)
  const found = id === undefined ? undefined : await uow.read(db => invitationStore(db).find(id))
  const isValid = found && found.expires_at > clock.now() && (found.email === null || found.email === email)
  if (!isValid) throw forbidden(INVALID)
  return async tx => {
    if (!(await invitationStore(tx).remove(found.id))) throw forbidden(INVALID)
  }
}
