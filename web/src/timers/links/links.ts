export interface Linkable {
  id: string
  title: string
  /** Distinguishes items with the same title. */
  detail?: string
}

/** Returns ids by name. Duplicate names get a number. */
export function namesOf(things: readonly Linkable[]): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { id, title, detail } of things) {
    const name = detail ? `${title}, ${detail}` : title
    let free = name
    for (let number = 2; ids.has(free); number++) free = `${name} (${number})`
    ids.set(free, id)
  }
  return ids
}

export function suggestions(names: Iterable<string>, text: string, most = 50): string[] {
  const wanted = text.trim().toLowerCase()
  const found: string[] = []
  for (const name of names) {
    if (found.length >= most) break
    if (name.toLowerCase().includes(wanted)) found.push(name)
  }
  return found
}

/** Returns null for empty text, which removes the link, and undefined if no item has that name. */
export function linkOf(text: string, names: ReadonlyMap<string, string>): string | null | undefined {
  return text.trim() === '' ? null : names.get(text.trim())
}
