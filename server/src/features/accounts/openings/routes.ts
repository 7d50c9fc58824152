import type { openingRoutes } from '@daymark/contract/accounts/security'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { sourceOf } from '../../audit/audit-entry.ts'
import type { Openings } from './openings.ts'

export const openingHandlers = (openings: Openings): Handlers<typeof openingRoutes> => ({
  list: async ({ actor, session, zone }) => ({
    items: (await openings.list(actor, session.session_id ?? session.token_id)).map(
      ({ last_used_at: at, ...opening }) => ({
        ...opening,
        last_used_at: at === null ? null : zone.format(at),
      }),
    ),
  }),
  end: async ({ actor, session, body, ...call }) => ({
    ok: true,
    ended: await openings.end(actor, body.ids, session.session_id ?? session.token_id, sourceOf(call)),
  }),
})
