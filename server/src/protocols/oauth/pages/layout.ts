// Plain HTML styled like the web app. The pages work without scripts, except the passkey button.
import type { Language } from '../../../platform/kernel/language.ts'

/** HTML that is already escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | undefined | Html | readonly Html[]

/** Escapes interpolated strings, but not `Html`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, at) => text + (at < parts.length ? escaped(parts[at]) : '')).join(''))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(each => each.text).join('')
  return String(part).replace(/[&<>"']/g, found => ENTITIES[found] ?? found)
}

export interface PageFrame {
  language: Language
  title: string
  publicUrl: string
  body: Html
}

export const STYLE_PATH = '/auth/oauth/style.css'
export const SCRIPT_PATH = '/auth/oauth/passkey.js'
/** The stylesheet of a Korean font, served by `protocols/web`. Browsers load the font only if the device has none. */
export const KOREAN_FONT_PATH = '/korean-font.css'

export const renderPage = ({ language, title, publicUrl, body }: PageFrame): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Daymark</title>
<link rel="stylesheet" href="${publicUrl}${STYLE_PATH}">
${language === 'ko' ? html`<link rel="stylesheet" href="${publicUrl}${KOREAN_FONT_PATH}">` : undefined}
</head>
<body>
<main>
<svg viewBox="0 0 64 64" width="52" height="52" aria-hidden="true"><rect width="64" height="64" rx="15" fill="#d9482b"/><path d="M32 9 51 34H13z" fill="#fff"/><path d="M32 30 51 55H13z" fill="#fff" fill-opacity=".55"/></svg>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text

/** The policy allows forms to lead back to the app, because browsers also check the redirects that follow a form. */
export function pagePolicy(publicUrl: string, redirectUri?: unknown, hasScript = false): string {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null
  const target = url && (/^https?:$/.test(url.protocol) ? url.origin : url.protocol)
  const own = new URL(publicUrl).origin
  return [
    "default-src 'none'",
    `style-src 'self' ${own}`,
    `font-src 'self' ${own}`,
    ...(hasScript ? [`script-src 'self' ${own}`, `connect-src 'self' ${own}`] : []),
    `form-action 'self' ${own}${target ? ` ${target}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

export const fault = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<p class="fault" role="alert">${text}</p>`
