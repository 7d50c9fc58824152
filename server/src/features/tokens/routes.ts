import type { tokenRoutes } from '@daymark/contract/accounts/tokens'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Recheck } from '../accounts/confirmation.ts'
import { sourceOf } from '../audit/audit-entry.ts'
import { presentToken } from './present.ts'
import type { TokenService } from './service.ts'

/** Confirms the owner's identity, so that a stolen access token cannot create tokens or other lasting access. */
export type ConfirmOwner = (session: Session, password: string | undefined) => Promise<Recheck>

export const tokenHandlers = (tokens: TokenService, confirm: ConfirmOwner): Handlers<typeof tokenRoutes> => ({
  create: async ({ actor, session, body, zone, ...call }) => {
    const recheck = await confirm(session, body.password ?? undefined)
    const { token, secret } = await tokens.create(actor, body, recheck, sourceOf(call))
    return { ...presentToken(token, zone), token: secret }
  },
  list: async ({ actor, query, zone }) =>
    mapPage(await tokens.list(actor, query), token => presentToken(token, zone)),
  remove: async ({ actor, params, ...call }) => {
    await tokens.remove(actor, params.token_id, sourceOf(call))
    return { ok: true }
  },
})
