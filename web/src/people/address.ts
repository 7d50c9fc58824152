// Parses a typed or scanned friend code, link or email address.

export type Ask = { friend_code: string } | { email: string }

/** Returns the code or address to send a request to; undefined if the field is empty. A link contains a code. */
export function askOf(text: string): Ask | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const code = codeOfLink(trimmed)
  if (code !== undefined) return { friend_code: code }
  if (trimmed.includes('@')) return { email: trimmed }
  // Removes spaces and hyphens, which people type between groups of letters.
  return { friend_code: trimmed.replace(/[\s-]/g, '').toUpperCase() }
}

/** Returns the link in the QR code. It opens the People page with the code filled in. */
export const codeLink = (origin: string, code: string): string =>
  `${origin}/people?code=${encodeURIComponent(code)}`

function codeOfLink(text: string): string | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).searchParams.get('code') ?? undefined
}
