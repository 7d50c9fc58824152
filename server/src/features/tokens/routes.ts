// The REST door of personal access tokens.
import type { tokenRoutes } from '@daymark/contract/tokens'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentToken } from './present.ts'
import type { TokenService } from './service.ts'

export const tokenHandlers = (tokens: TokenService): Handlers<typeof tokenRoutes> => ({
  create: async ({ actor, body, zone }) => {
    const { token, secret } = await tokens.create(actor, body)
    return { ...presentToken(token, zone), token: secret }
  },
  list: async ({ actor, query, zone }) =>
    mapPage(await tokens.list(actor, query), token => presentToken(token, zone)),
  remove: async ({ actor, params }) => {
    await tokens.remove(actor, params.token_id)
    return { ok: true }
  },
})
