import type { totpRoutes } from '@daymark/contract/accounts/factors'
import { invalid, notFound, rejected } from '../../../platform/kernel/errors.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { sourceOf } from '../../audit/audit-entry.ts'
import type { Recheck } from '../confirmation.ts'
import type { AccountService } from '../service.ts'
import type { SecondFactors } from './service.ts'

const ELSEWHERE = 'Your OpenID provider manages second factors. Change them there.'

/** Confirms the owner's identity, so that a stolen access token cannot change factors. */
type Confirm = (session: Session, password: string | undefined) => Promise<Recheck>

export function totpHandlers(
  factors: SecondFactors,
  accounts: AccountService,
  confirm: Confirm,
): Handlers<typeof totpRoutes> {
  return {
    read: async ({ actor, zone }) => {
      const { confirmed_at, ...state } = await factors.state(actor)
      return { ...state, confirmed_at: confirmed_at === null ? null : zone.format(confirmed_at) }
    },
    start: async ({ actor, session, body }) =>
      factors.start(actor, await confirm(session, body.password ?? undefined)),
    confirm: async ({ actor, session, body, ...call }) => ({
      recovery_codes: await factors.confirm(actor, body.code, session.session_id, sourceOf(call)),
    }),
    renewCodes: async ({ actor, session, body, ...call }) => {
      const recheck = await confirm(session, body.password ?? undefined)
      return { recovery_codes: await factors.renewCodes(actor, recheck, sourceOf(call)) }
    },
    remove: async ({ actor, session, body, ...call }) => {
      if (body.code) {
        await factors.removeWithCode(actor, body.code, session.session_id, sourceOf(call))
        return { ok: true }
      }
      if (!body.password) throw invalid('password', 'or code is required')
      const recheck = await accounts.confirmPassword(actor, body.password, session.session_id)
      await factors.remove(actor, recheck, sourceOf(call))
      return { ok: true }
    },
  }
}

/** Used with an external OpenID provider, which manages its own second factors. */
export const noTotpHandlers: Handlers<typeof totpRoutes> = {
  read: async () => ({ enabled: false, confirmed_at: null, recovery_codes_left: 0 }),
  start: refuse,
  confirm: refuse,
  renewCodes: async () => {
    throw notFound(ELSEWHERE)
  },
  remove: async () => {
    throw notFound(ELSEWHERE)
  },
}

async function refuse(): Promise<never> {
  throw rejected(ELSEWHERE)
}
