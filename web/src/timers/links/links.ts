// What a timer can be linked to, as suggestions of a text field: each with a name of its own.

export interface Linkable {
  id: string
  title: string
  /** Tells those of one title apart. */
  detail?: string
}

/** By name. Where two would have the same, the later ones are numbered. */
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

/** As many as a list of suggestions can bear. */
export function suggestions(names: Iterable<string>, text: string, most = 50): string[] {
  const wanted = text.trim().toLowerCase()
  const found: string[] = []
  for (const name of names) {
    if (found.length >= most) break
    if (name.toLowerCase().includes(wanted)) found.push(name)
  }
  return found
}

/** Null: no link. Undefined: nothing of that name. */
export function linkOf(text: string, names: ReadonlyMap<string, string>): string | null | undefined {
  return text.trim() === '' ? null : names.get(text.trim())
}
