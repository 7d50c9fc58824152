// Removes characters that people do not see but models and terminals obey.

/**
 * Control characters (except tabs and line breaks), bidirectional embeddings, overrides and isolates, deprecated format
 * characters, and the invisible tags and selectors of plane 14, which can hide whole sentences. Keeps joiners and
 * direction marks, which emoji and right-to-left languages need.
 */
const HIDDEN = /(?![\t\n])\p{Cc}|[\u202A-\u202E\u2066-\u206F\u{E0000}-\u{E0FFF}]/gu

export const visibleText = (text: string): string => text.replaceAll(HIDDEN, '')

/** Returns a copy of a JSON value with `visibleText` applied to every string, including names of fields. */
export function visibleValue<T>(value: T): T
export function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(each => visibleValue<unknown>(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [visibleText(name), visibleValue<unknown>(each)]),
  )
}

/** JSON in which these characters are escaped: no program loses one, and no terminal obeys one. */
export const visibleJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(HIDDEN, escaped)

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map(at => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
