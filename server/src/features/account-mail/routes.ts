import type { accountMailRoutes } from '@daymark/contract/accounts/account-mail'
import { conflict } from '../../platform/kernel/errors.ts'
import { acceptedTags, firstLanguage, type Language } from '../../platform/kernel/language.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { sourceOf } from '../audit/audit-entry.ts'
import type { ConfirmOwner } from '../tokens/routes.ts'
import type { AccountMailService } from './service.ts'

const EXTERNAL = 'People sign in to this server at an OpenID provider. Change addresses and passwords there.'

/** Returns the person whose own session sends the request. The route needs no session, but knows more with one. */
export type SignedInAs = (call: { header(name: string): string | undefined }) => Promise<string | undefined>

/** With an external OpenID provider, `service` is undefined, and every route but `cancelEmailChange` answers 409. */
export function accountMailHandlers(
  service: AccountMailService | undefined,
  confirm: ConfirmOwner,
  signedIn: SignedInAs,
): Handlers<typeof accountMailRoutes> {
  const mails = (): AccountMailService => {
    if (!service) throw conflict(EXTERNAL, 'external_accounts')
    return service
  }
  return {
    requestVerification: async ({ actor, ...call }) => {
      await mails().requestVerification(actor, languageOf(call))
      return { ok: true }
    },
    confirmAddress: async ({ body, ...call }) => ({
      ok: true,
      email: await mails().confirmAddress(
        body.token,
        { owner: await signedIn(call), password: body.password ?? undefined },
        sourceOf(call),
        languageOf(call),
      ),
    }),
    requestReset: async ({ body, ...call }) => {
      await mails().requestReset(body.email, languageOf(call))
      return { ok: true }
    },
    confirmReset: async ({ body, ...call }) => {
      await mails().confirmReset(body.token, body.password, sourceOf(call))
      return { ok: true }
    },
    changeEmail: async ({ actor, session, body, ...call }) => {
      const known = mails()
      const recheck = await confirm(session, body.password ?? undefined)
      await known.changeEmail(actor, body.email, recheck, {
        source: sourceOf(call),
        language: languageOf(call),
      })
      return { ok: true }
    },
    cancelEmailChange: async ({ actor }) => {
      await service?.cancelEmailChange(actor)
      return { ok: true }
    },
  }
}

const languageOf = (call: { header(name: string): string | undefined }): Language =>
  firstLanguage(acceptedTags(call.header('accept-language')))
