/** Whether a text has more than `most` code points. Counts them only if needed: each takes one or two UTF-16 units. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || codePoints(text) > most)

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
