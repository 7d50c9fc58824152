// Handles sign-in and consent when an app starts the authorization code flow or the device flow.
import { createHmac } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { codeRequired, isCodeProblem } from '../../features/accounts/attempts.ts'
import { relyingParty } from '../../features/accounts/passkeys/relying-party.ts'
import { setCookie } from '../../features/accounts/sessions/cookies.ts'
import { apiScopes, isReading } from '../../features/oauth/connected-app.ts'
import { INTERACTION_PATH, OPENID_SCOPES } from '../../features/oauth/provider/configuration.ts'
import { pathOf, WEB_CLIENT_ID, webGrantId } from '../../features/oauth/provider/web-client.ts'
import { forbidden, Problem } from '../../platform/kernel/errors.ts'
import { appOf, nameOf, scopesOf } from './asking-app.ts'
import { callerOf, field, isEqual, readAssertion, refusal } from './forms.ts'
import { messagePage } from './pages/device-pages.ts'
import { codePage, consentPage, type PageContent, signInPage } from './pages/interaction-pages.ts'
import { pagePolicy, renderPage, SCRIPT_PATH } from './pages/layout.ts'
import { languageOf, PAGE_TEXTS } from './pages/texts.ts'
import { secondSteps } from './second-step.ts'
import type { Checked, InteractionParts, Request, Result, Visit } from './visit.ts'

const LONGEST_PASSWORD = 512
const LONGEST_CODE = 40

export function interactionHandlers(parts: InteractionParts) {
  const steps = secondSteps(parts)
  const csrfOf = (uid: string): string =>
    createHmac('sha256', parts.secret).update(`daymark oauth form ${uid}`).digest('base64url')

  /** Returns undefined after it has sent the page that says that the sign-in has expired. */
  async function visit(request: Request, reply: FastifyReply): Promise<Visit | undefined> {
    const provider = await parts.provider()
    const asked = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    // One tab's cookie must not be used with another tab's form.
    const interaction = asked?.uid === request.params.uid ? asked : undefined
    const language = languageOf(interaction?.params['ui_locales'], request.headers['accept-language'])
    const t = PAGE_TEXTS[language]
    const show = (page: PageContent, status = 200) =>
      reply
        .code(status)
        .header(
          'content-security-policy',
          pagePolicy(parts.publicUrl(), interaction?.params['redirect_uri'], page.hasScript),
        )
        .type('text/html; charset=utf-8')
        .send(renderPage({ language, publicUrl: parts.publicUrl(), ...page }))
    const client = interaction && (await provider.Client.find(String(interaction.params['client_id'])))
    if (!interaction || !client) return void show(messagePage(t.failed, t.expired), 400)
    const isWeb = client.clientId === WEB_CLIENT_ID
    const finish = async (result: Result) => {
      const next = await provider.interactionResult(request.raw, reply.raw, result)
      return reply.redirect(isWeb ? pathOf(next) : next, 303)
    }
    const isOwnForm = isWeb && request.headers.accept === 'application/json'
    const app = isWeb ? undefined : nameOf(client)
    return { provider, interaction, client, app, isOwnForm, t, show, finish }
  }

  /** Like `visit`, but the request must be a form from one of Daymark's own pages. */
  async function posted(request: Request, reply: FastifyReply): Promise<Visit | undefined> {
    const site = request.headers['sec-fetch-site']
    const isOwn = site === undefined || site === 'same-origin'
    if (!isOwn || !isEqual(field(request, 'csrf'), csrfOf(request.params.uid)))
      throw forbidden('Only the pages of this server can send this form.')
    return visit(request, reply)
  }

  const formOf = ({ interaction }: Visit) => ({
    action: `${parts.publicUrl()}${INTERACTION_PATH}/${interaction.uid}`,
    csrf: csrfOf(interaction.uid),
  })

  const forgotUrl = () => (parts.sendsMail ? `${parts.publicUrl()}/forgot-password` : undefined)
  const passkeys = () => {
    const url = parts.publicUrl()
    return relyingParty(url) && { script: `${url}${SCRIPT_PATH}`, options: `${url}/auth/passkey/options` }
  }
  const signIn = (found: Visit, email: string, fault?: string, status?: number) => {
    const form = { ...formOf(found), email, fault, forgotUrl: forgotUrl(), passkeys: passkeys() }
    return found.show(signInPage(found.t, appOf(found), form), status)
  }

  const askCode = (found: Visit, proof: string, fault?: string, status?: number) =>
    found.show(codePage(found.t, { ...formOf(found), proof, fault }), status)

  /** `at` is when the password or the passkey was checked, even if a code followed later. */
  async function enter(found: Visit, reply: FastifyReply, checked: Checked, amr: string[], at: number) {
    reply.header('set-cookie', setCookie('device', checked.device, parts.publicUrl()))
    const login = { accountId: checked.account.id, ts: checked.at_s, amr, remember: false }
    if (found.client.clientId !== WEB_CLIENT_ID) return found.finish({ login })
    const { Grant } = found.provider
    const grant = new Grant({ accountId: login.accountId, clientId: WEB_CLIENT_ID })
    grant.jti = webGrantId(at)
    grant.addOIDCScope(OPENID_SCOPES.join(' '))
    return found.finish({ login, consent: { grantId: await grant.save() } })
  }

  /** Checks the code that the web app sent with the password. Throws if the web app still has to ask for a code. */
  async function enterWithCode(
    found: Visit,
    request: Request,
    reply: FastifyReply,
    passed: Checked,
    at: number,
  ) {
    const code = field(request, 'code').slice(0, LONGEST_CODE)
    if (code === '') throw codeRequired()
    const of = { id: passed.account.id, email: passed.account.email, at_s: passed.at_s }
    const checked = await parts.checkCode(of, code, callerOf(request), found.app)
    return enter(found, reply, checked, ['pwd', 'otp', 'mfa'], at)
  }

  /** The built-in command line is not a connected app. */
  async function requireMayConnect(found: Visit, accountId: string) {
    if (appOf(found).isBuiltIn) return undefined
    try {
      await parts.apps.requireVerified(accountId)
      return undefined
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return found.show(messagePage(found.t.failed, found.t.verifyFirst), 403)
    }
  }

  return {
    async show(request: Request, reply: FastifyReply) {
      const found = await visit(request, reply)
      if (!found) return reply
      const { prompt, params, session } = found.interaction
      if (found.isOwnForm)
        return reply.send({ action: pathOf(formOf(found).action), csrf: formOf(found).csrf })
      if (prompt.name === 'login') return signIn(found, String(params['login_hint'] ?? ''))
      const account = session && (await parts.findSignedIn(session.accountId, undefined))
      if (!account) return found.show(messagePage(found.t.failed, found.t.expired), 400)
      const scopes = scopesOf(found.interaction)
      return found.show(
        consentPage(found.t, appOf(found), { ...formOf(found), email: account.email, scopes }),
      )
    },

    async login(request: Request, reply: FastifyReply) {
      const found = await posted(request, reply)
      if (!found) return reply
      const email = field(request, 'email').trim().toLowerCase()
      const password = field(request, 'password').slice(0, LONGEST_PASSWORD)
      const at = parts.clock.now()
      try {
        const checked = await parts.checkPassword(email, password, callerOf(request), found.app)
        const { account, at_s } = checked
        if (checked.needs_code && found.isOwnForm)
          return await enterWithCode(found, request, reply, checked, at)
        if (checked.needs_code)
          return askCode(found, steps.write({ id: account.id, email: account.email, at_s }, found))
        return await enter(found, reply, checked, ['pwd'], at)
      } catch (error) {
        if (found.isOwnForm) throw error
        const [fault, status] = refusal(error, found.t, request, reply)
        return signIn(found, email, fault, status)
      }
    },

    /** Needs neither a password nor a code, because the authenticator has asked for a PIN, a fingerprint or a face. */
    async passkey(request: Request, reply: FastifyReply) {
      const found = await posted(request, reply)
      if (!found) return reply
      const response = readAssertion(field(request, 'response'))
      if (!response) return signIn(found, '', found.t.passkeyFailed, 400)
      const at = parts.clock.now()
      try {
        const checked = await parts.checkPasskey(response, callerOf(request), found.app)
        return await enter(found, reply, checked, ['hwk', 'user', 'mfa'], at)
      } catch (error) {
        if (found.isOwnForm) throw error
        const [fault, status] = refusal(error, found.t, request, reply)
        return signIn(found, '', status === 401 ? found.t.passkeyFailed : fault, status)
      }
    },

    /** The second step: the form contains an encrypted proof that the password was right. */
    async code(request: Request, reply: FastifyReply) {
      const found = await posted(request, reply)
      if (!found) return reply
      const proof = field(request, 'proof')
      const passed = steps.read(proof, found)
      if (!passed) return signIn(found, '', found.t.expired, 400)
      const code = field(request, 'code').slice(0, LONGEST_CODE)
      try {
        const checked = await parts.checkCode(passed, code, callerOf(request), found.app)
        return await enter(found, reply, checked, ['pwd', 'otp', 'mfa'], passed.at_s * 1000)
      } catch (error) {
        const [fault, status] = refusal(error, found.t, request, reply)
        return isCodeProblem(error) || status === 429
          ? askCode(found, proof, fault, status)
          : signIn(found, passed.email, fault, status)
      }
    },

    async allow(request: Request, reply: FastifyReply) {
      const found = await posted(request, reply)
      if (!found) return reply
      const { interaction, provider, client } = found
      const accountId = interaction.session?.accountId
      if (interaction.prompt.name !== 'consent' || accountId === undefined)
        return found.show(messagePage(found.t.failed, found.t.expired), 400)
      const refused = await requireMayConnect(found, accountId)
      if (refused) return refused
      const known = interaction.grantId && (await provider.Grant.find(interaction.grantId))
      const grant = known || new provider.Grant({ accountId, clientId: client.clientId })
      grant.rejected = undefined
      const scopes = scopesOf(interaction)
      const asked = apiScopes(scopes.join(' '))
      const allowed = field(request, 'access') === 'read' ? asked.filter(isReading) : asked
      grant.addOIDCScope(scopes.filter(scope => OPENID_SCOPES.includes(scope)).join(' '))
      for (const resource of [interaction.params['resource'] ?? []].flat().map(String)) {
        grant.addResourceScope(resource, allowed.join(' '))
        // Without this, the provider would ask again for what the person has left out.
        const left = asked.filter(scope => !allowed.includes(scope))
        if (left.length > 0) grant.rejectResourceScope(resource, left.join(' '))
      }
      const grantId = await grant.save()
      const app = {
        owner_id: accountId,
        client_id: client.clientId,
        name: nameOf(client),
        website: client.clientUri ?? null,
        grant_id: grantId,
        scope: Object.keys(grant.resources ?? {})
          .map(resource => grant.getResourceScope(resource))
          .join(' '),
      }
      await parts.apps.allow(app, callerOf(request))
      await parts.documents.keep(client.clientId)
      return found.finish({ consent: { grantId } })
    },

    async refuse(request: Request, reply: FastifyReply) {
      const found = await posted(request, reply)
      if (!found) return reply
      return found.finish({ error: 'access_denied', error_description: 'The person refused.' })
    },
  }
}
