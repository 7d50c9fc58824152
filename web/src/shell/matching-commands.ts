import type { Command } from './commands.tsx'

/** Not listed in the palette, because these commands open it. */
const HIDDEN = new Set(['palette', 'search'])

/** Returns the commands whose names contain all words of the query. Names that start with the query come first. */
export function matchingCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const phrase = words.join(' ')
  const rank = (name: string) => (name === phrase ? 0 : name.startsWith(phrase) ? 1 : 2)
  return commands
    .filter(({ id, name }) => !HIDDEN.has(id) && words.every(word => name.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a.name.toLowerCase()) - rank(b.name.toLowerCase()))
}
