// The length of a text.

/** Counts code points, and stops after `most`, so that a long text costs no more than a short one. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || codePoints(text) > most)

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
