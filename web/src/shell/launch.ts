/** Returns the text that an app shortcut or the device's share menu passes in the URL; undefined if there is none. */
export function addedText(search: string): string | undefined {
  const params = new URLSearchParams(search)
  const parts = ['add', 'share_title', 'share_text', 'share_url'].flatMap(name => params.get(name) ?? [])
  if (parts.length === 0) return undefined
  // Apps often repeat the title or the address in the text.
  const unique = parts
    .map(part => part.trim())
    .filter(
      (part, at, all) =>
        part !== '' && !all.some((other, place) => place !== at && isIn(part, other, place < at)),
    )
  return unique.join(' ').replace(/\s+/g, ' ').slice(0, LONGEST)
}

const LONGEST = 500

/**
 * True if `part` can be omitted, because `other` contains it. Of two equal parts, only the later one can be omitted.
 * `isEarlier` is true if `other` comes before `part`.
 */
const isIn = (part: string, other: string, isEarlier: boolean): boolean =>
  other.includes(part) && (other !== part || isEarlier)
