export type Ask = { friend_code: string } | { email: string }

/** Parses a typed or scanned friend code, link or email address. Returns undefined for empty text. */
export function askOf(text: string): Ask | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const code = codeOfLink(trimmed)
  if (code !== undefined) return { friend_code: code }
  if (trimmed.includes('@')) return { email: trimmed }
  // Removes the spaces and hyphens that people type between groups of letters.
  return { friend_code: trimmed.replace(/[\s-]/g, '').toUpperCase() }
}

/** The link in the QR code. It opens the People page with the code filled in. */
export const codeLink = (origin: string, code: string): string =>
  `${origin}/people?code=${encodeURIComponent(code)}`

function codeOfLink(text: string): string | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).searchParams.get('code') ?? undefined
}
