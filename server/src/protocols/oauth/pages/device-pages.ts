// The pages of the device flow, the sign-out page, and a page that shows a message.

import type { PageContent } from './interaction-pages.ts'
import { fault, hidden, html } from './layout.ts'
import type { PageTexts } from './texts.ts'

export interface XsrfForm {
  action: string
  xsrf: string
}

export const deviceInputPage = (
  t: PageTexts,
  form: XsrfForm & { code: string; fault: string | undefined },
): PageContent => ({
  title: t.device,
  body: html`<p class="soft">${t.deviceHint}</p>
${fault(form.fault)}
<form method="post" action="${form.action}">
${hidden('xsrf', form.xsrf)}
<label>${t.code}<input class="code" name="user_code" value="${form.code}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus></label>
<button class="primary">${t.next}</button>
</form>`,
})

export const deviceConfirmPage = (
  t: PageTexts,
  app: string,
  form: XsrfForm & { code: string },
): PageContent => ({
  title: t.deviceTitle(app),
  body: html`<p>${t.deviceConfirm}</p>
<p class="code">${form.code}</p>
<p class="warning">${t.deviceWarning}</p>
<form method="post" action="${form.action}">
${hidden('xsrf', form.xsrf)}${hidden('user_code', form.code)}${hidden('confirm', 'yes')}
<div class="row"><button name="abort" value="yes">${t.cancel}</button><button class="primary">${t.next}</button></div>
</form>`,
})

export const signOutPage = (t: PageTexts, form: XsrfForm): PageContent => ({
  title: t.signOut,
  body: html`<p class="soft">${t.signOutHint}</p>
<form method="post" action="${form.action}">
${hidden('xsrf', form.xsrf)}
<div class="row"><button>${t.stay}</button><button class="primary" name="logout" value="yes">${t.signOut.replace(/[?？]$/, '')}</button></div>
</form>`,
})

export const messagePage = (title: string, ...texts: string[]): PageContent => ({
  title,
  body: html`${texts.map(text => html`<p class="soft">${text}</p>`)}`,
})

/** Returns what went wrong, or undefined if nobody has entered a code yet. */
export function codeFault(t: PageTexts, error: Error | undefined): string | undefined {
  if (!error || error.name === 'NoCodeError') return undefined
  const known: Record<string, string> = {
    AbortedError: t.aborted,
    AlreadyUsedError: t.codeUsed,
    ExpiredError: t.codeExpired,
    NotFoundError: t.codeUnknown,
  }
  return known[error.name] ?? t.expired
}
