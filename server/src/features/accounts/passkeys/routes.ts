import type { passkeyRoutes } from '@daymark/contract/accounts/passkeys'
import { notFound, rejected } from '../../../platform/kernel/errors.ts'
import { mapPage, newestFirst, pageOf } from '../../../platform/kernel/page.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { sourceOf } from '../../audit/audit-entry.ts'
import type { Recheck } from '../confirmation.ts'
import { presentPasskey } from './present.ts'
import type { PasskeyService } from './service.ts'

const ELSEWHERE = 'Your OpenID provider manages passkeys. Change them there.'

type Confirm = (session: Session, password: string | undefined) => Promise<Recheck>

export const passkeyHandlers = (
  passkeys: PasskeyService,
  confirm: Confirm,
): Handlers<typeof passkeyRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(pageOf(await passkeys.list(actor), query, newestFirst), each => presentPasskey(each, zone)),
  options: async ({ actor, session, body }) => ({
    options: (await passkeys.options(actor, await confirm(session, body.password ?? undefined))) as Record<
      string,
      unknown
    >,
  }),
  create: async ({ actor, body, zone, ...call }) =>
    presentPasskey(await passkeys.add(actor, body, sourceOf(call)), zone),
  rename: async ({ actor, params, body, zone }) =>
    presentPasskey(await passkeys.rename(actor, params.passkey_id, body.name), zone),
  remove: async ({ actor, params, ...call }) => {
    await passkeys.remove(actor, params.passkey_id, sourceOf(call))
    return { ok: true }
  },
})

/** Used with an external OpenID provider, which manages its own passkeys. */
export const noPasskeyHandlers: Handlers<typeof passkeyRoutes> = {
  list: async ({ query }) => pageOf([], query, newestFirst),
  options: refuse,
  create: refuse,
  rename: missing,
  remove: missing,
}

async function refuse(): Promise<never> {
  throw rejected(ELSEWHERE)
}

async function missing(): Promise<never> {
  throw notFound(ELSEWHERE)
}
