// Writes the pages for the device flow, sign-out and errors into the provider's responses.
import type { IncomingMessage } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ProviderPages } from '../../features/oauth/provider/configuration.ts'
import {
  codeFault,
  deviceConfirmPage,
  deviceInputPage,
  messagePage,
  signOutPage,
  type XsrfForm,
} from './pages/device-pages.ts'
import type { PageContent } from './pages/interaction-pages.ts'
import { pagePolicy, renderPage } from './pages/layout.ts'
import { languageOf, PAGE_TEXTS, type PageTexts } from './pages/texts.ts'

/** Codes from links to the device page. The form shows the code, and a person still has to submit it. */
export type PrefilledCodes = WeakMap<IncomingMessage, string>

export function providerPages(publicUrl: () => string, prefilled: PrefilledCodes): ProviderPages {
  function show(ctx: KoaContextWithOIDC, page: (t: PageTexts) => PageContent, redirectUri?: unknown): void {
    const language = languageOf(ctx.oidc.params?.['ui_locales'], ctx.get('accept-language'))
    ctx.type = 'html'
    ctx.set('content-security-policy', pagePolicy(publicUrl(), redirectUri))
    ctx.body = renderPage({ language, publicUrl: publicUrl(), ...page(PAGE_TEXTS[language]) })
  }

  const formOf = (ctx: KoaContextWithOIDC, route: string): XsrfForm => ({
    action: ctx.oidc.urlFor(route),
    xsrf: String((ctx.oidc.session?.state as { secret?: string } | undefined)?.secret ?? ''),
  })

  return {
    error: (ctx, { error, error_description }) =>
      show(ctx, t =>
        messagePage(t.failed, t.failedHint, error_description ? `${error}: ${error_description}` : error),
      ),
    deviceInput: (ctx, fault) =>
      show(ctx, t =>
        deviceInputPage(t, {
          ...formOf(ctx, 'code_verification'),
          code: prefilled.get(ctx.req) ?? '',
          fault: codeFault(t, fault),
        }),
      ),
    deviceConfirm: (ctx, client, code) =>
      show(ctx, t =>
        deviceConfirmPage(t, client.clientName ?? client.clientId, {
          ...formOf(ctx, 'code_verification'),
          code,
        }),
      ),
    deviceDone: ctx => show(ctx, t => messagePage(t.deviceDone, t.deviceDoneHint)),
    signOut: ctx =>
      show(
        ctx,
        t => signOutPage(t, formOf(ctx, 'end_session_confirm')),
        ctx.oidc.params?.['post_logout_redirect_uri'],
      ),
    signedOut: ctx => show(ctx, t => messagePage('Daymark', t.signedOut)),
  }
}
