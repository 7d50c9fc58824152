// The pages for the password, the code and the consent.
import { apiScopes, isReading } from '../../../features/oauth/connected-app.ts'
import { fault, type Html, hidden, html } from './layout.ts'
import { scopeWords } from './scope-words.ts'
import type { PageTexts } from './texts.ts'

export interface PageContent {
  title: string
  body: Html
  hasScript?: boolean
}

/** What the pages show about the app that requests the sign-in. */
export interface AskingApp {
  name: string
  /** The host that publishes the client's metadata document. Undefined if nobody vouches for the name. */
  publisher: string | undefined
  isBuiltIn: boolean
  /** Where the browser goes afterwards. Undefined in the device flow. */
  target: string | undefined
}

export interface SignInForm {
  action: string
  csrf: string
  email: string
  fault?: string | undefined
  /** The password reset page. Undefined if this server sends no email. */
  forgotUrl?: string | undefined
  /** The URLs of the passkey script and its options. Undefined if this server's address does not allow passkeys. */
  passkeys?: { script: string; options: string } | undefined
}

export const signInPage = (t: PageTexts, app: AskingApp, form: SignInForm): PageContent => ({
  title: t.signIn,
  hasScript: form.passkeys !== undefined,
  body: html`<p class="soft">${t.signInFor(app.name)}</p>
${fault(form.fault)}
<form method="post" action="${form.action}/login">
${hidden('csrf', form.csrf)}
<label>${t.email}<input type="email" name="email" value="${form.email}" autocomplete="username" required ${focus(form.email === '')}></label>
<label>${t.password}<input type="password" name="password" autocomplete="current-password" required ${focus(form.email !== '')}></label>
<button class="primary">${t.signIn}</button>
</form>
${form.passkeys === undefined ? html`` : passkeyForm(t, form, form.passkeys)}
${form.forgotUrl === undefined ? html`` : html`<p class="soft"><a href="${form.forgotUrl}">${t.forgot}</a></p>`}
<form method="post" action="${form.action}/refuse">${hidden('csrf', form.csrf)}<button>${t.refuse}</button></form>`,
})

/** Hidden until the script has detected that the browser supports passkeys. */
const passkeyForm = (
  t: PageTexts,
  { action, csrf }: SignInForm,
  { script, options }: { script: string; options: string },
): Html => html`<form method="post" action="${action}/passkey" id="passkey" data-options="${options}" hidden>
${hidden('csrf', csrf)}${hidden('response', '')}
<button>${t.passkey}</button>
<p class="fault" role="alert" hidden>${t.passkeyFailed}</p>
</form>
<script src="${script}" defer></script>`

export interface CodeForm {
  action: string
  csrf: string
  /** Proves that the password was right. */
  proof: string
  fault?: string | undefined
}

export const codePage = (t: PageTexts, form: CodeForm): PageContent => ({
  title: t.codeTitle,
  body: html`<p class="soft">${t.codeHint}</p>
${fault(form.fault)}
<form method="post" action="${form.action}/code">
${hidden('csrf', form.csrf)}${hidden('proof', form.proof)}
<label>${t.code}<input name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus></label>
<button class="primary">${t.next}</button>
</form>
<form method="post" action="${form.action}/refuse">${hidden('csrf', form.csrf)}<button>${t.refuse}</button></form>`,
})

export interface ConsentForm {
  action: string
  csrf: string
  email: string
  scopes: readonly string[]
}

export const consentPage = (t: PageTexts, app: AskingApp, form: ConsentForm): PageContent => ({
  title: t.consent(app.name),
  body: html`<p class="soft">${t.signedInAs(form.email)}</p>
${app.publisher === undefined ? html`` : html`<p class="soft">${t.from(app.publisher)}</p>`}
${app.isBuiltIn || app.publisher !== undefined ? html`` : html`<p class="warning">${t.unverified}</p>`}
${app.target === undefined ? html`<p class="warning">${t.onDevice}</p>` : html``}
<p>${t.wants}</p>
<ul>${scopeWords(form.scopes, t).map(line => html`<li>${line}</li>`)}</ul>
${app.target === undefined ? html`` : html`<p class="soft">${t.goesTo(app.target)}</p>`}
<p class="soft">${t.revokeHint}</p>
<div class="row">
<form method="post" action="${form.action}/refuse">${hidden('csrf', form.csrf)}<button>${t.refuse}</button></form>
<form method="post" action="${form.action}/allow">${hidden('csrf', form.csrf)}${mayChooseReading(form.scopes) ? html`<button name="access" value="read">${t.allowReading}</button>` : html``}<button class="primary">${t.allow}</button></form>
</div>`,
})

/** True if the app asks for something that it could do with less. */
function mayChooseReading(requested: readonly string[]): boolean {
  const scopes = apiScopes(requested.join(' '))
  return scopes.some(isReading) && !scopes.every(isReading)
}

const focus = (on: boolean): Html => (on ? html`autofocus` : html``)
