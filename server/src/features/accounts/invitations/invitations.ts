// Invitation tokens are derived from the server's secret, like the tokens in emailed links.
import { forbidden } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { readLinkToken, writeLinkToken } from '../links/link-token.ts'
import { invitationStore } from './invitation-store.ts'

const INVALID = 'This invitation is not valid: it was used, has expired, or is for another address.'

export interface OpenedInvitation {
  /** True if the invitation was sent to this address, so that using it proves that the person reads its mail. */
  by_mail: boolean
  /** Consumes the invitation in the sign-up transaction. */
  consume(tx: Tx): Promise<void>
}

/** Puts the token in the fragment, which browsers do not send to servers. */
export const invitationUrl = (publicUrl: string, id: string, secret: string): string =>
  `${publicUrl}/sign-up#invitation=${writeLinkToken(id, secret)}`

/** Throws 403 unless the invitation is valid for this address. */
export async function openInvitation(
  { uow, clock, secret, verifies }: { uow: UnitOfWork; clock: Clock; secret: string; verifies: boolean },
  token: string,
  email: string,
): Promise<OpenedInvitation> {
  const id = readLinkToken(token, secret)
  const found = id === undefined ? undefined : await uow.read(db => invitationStore(db).find(id))
  const isValid = found && found.expires_at > clock.now() && (found.email === null || found.email === email)
  if (!isValid) throw forbidden(INVALID)
  return {
    by_mail: verifies && found.email !== null,
    async consume(tx) {
      if (!(await invitationStore(tx).remove(found.id))) throw forbidden(INVALID)
    },
  }
}
