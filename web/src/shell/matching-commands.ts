import type { Command } from './commands.tsx'

/** These commands open the palette. */
const HIDDEN = new Set(['palette', 'search'])

/** Returns the commands that contain all words of the query: an exact match first, then names that begin with it. */
export function matchingCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const phrase = words.join(' ')
  const rank = (name: string) => (name === phrase ? 0 : name.startsWith(phrase) ? 1 : 2)
  return commands
    .filter(({ id, name }) => !HIDDEN.has(id) && words.every(word => name.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a.name.toLowerCase()) - rank(b.name.toLowerCase()))
}
