import type { deletionRoutes } from '@daymark/contract/accounts/deletion'
import type { AssertionResponse } from '@daymark/contract/accounts/passkeys'
import { invalid } from '../../../platform/kernel/errors.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { type RequestSource, sourceOf } from '../../audit/audit-entry.ts'
import type { Recheck } from '../confirmation.ts'
import type { SecondFactors } from '../factors/service.ts'
import type { PasskeyService } from '../passkeys/service.ts'
import type { AccountService } from '../service.ts'
import type { DeletionService } from './service.ts'

export interface Proof {
  password?: string | null | undefined
  code?: string | null | undefined
  passkey?: AssertionResponse | null | undefined
}

/** Confirms the owner's identity. A recent sign-in is not enough with embedded accounts. */
export type ConfirmLeaving = (session: Session, proof: Proof, source: RequestSource) => Promise<Recheck>

export const deletionHandlers = (
  deletion: DeletionService,
  confirm: ConfirmLeaving,
): Handlers<typeof deletionRoutes> => ({
  read: async ({ actor, zone }) => {
    const at = await deletion.pending(actor)
    return { deletes_at: at === null ? null : zone.format(at) }
  },
  request: async ({ actor, session, body, zone, ...call }) => {
    const source = sourceOf(call)
    const recheck = await confirm(session, body, source)
    const at = await deletion.request(actor, recheck, { sessionId: session.session_id, source })
    return { ok: true, deletes_at: at === null ? null : zone.format(at) }
  },
  cancel: async ({ actor, ...call }) => {
    await deletion.cancel(actor, sourceOf(call))
    return { deletes_at: null }
  },
})

/** One factor is enough: the password, a code, or a passkey. */
export const confirmLeaving =
  (accounts: AccountService, factors: SecondFactors, passkeys: PasskeyService): ConfirmLeaving =>
  async ({ actor, session_id }, { password, code, passkey }, source) => {
    if (passkey) return passkeys.confirm(actor, passkey)
    if (code) return factors.confirmCode(actor, code, session_id, source)
    if (!password) throw invalid('password', 'or code or passkey is required')
    return accounts.confirmPassword(actor, password, session_id)
  }
