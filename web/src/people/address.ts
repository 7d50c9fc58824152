// How somebody is asked for friendship: by code or by e-mail address, whichever was typed or scanned.

export type Ask = { friend_code: string } | { email: string }

/** Undefined when nothing was typed. A scanned link counts as the code it carries. */
export function askOf(text: string): Ask | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const code = codeOfLink(trimmed)
  if (code !== undefined) return { friend_code: code }
  if (trimmed.includes('@')) return { email: trimmed }
  // Codes are read aloud and typed with gaps and hyphens.
  return { friend_code: trimmed.replace(/[\s-]/g, '').toUpperCase() }
}

/** What the QR code holds: the page, with the code filled in. */
export const codeLink = (origin: string, code: string): string =>
  `${origin}/people?code=${encodeURIComponent(code)}`

function codeOfLink(text: string): string | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).searchParams.get('code') ?? undefined
}
