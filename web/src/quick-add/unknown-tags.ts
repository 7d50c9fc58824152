// Finds `#words` in a line that do not name a tag.

const TAG = /(?<=^|\s)#([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu
/** `#12` is a number, not a tag. */
const NUMBER = /^\d+$/

export function unknownTags(title: string, known: readonly { name: string }[]): string[] {
  const names = new Set(known.map(({ name }) => name.toLowerCase()))
  const found = [...title.matchAll(TAG)].map(([, name = '']) => name)
  return [...new Set(found)].filter(name => !NUMBER.test(name) && !names.has(name.toLowerCase()))
}
