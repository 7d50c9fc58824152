// Diffs JSON list columns, so that the change log stores only the changed end of a list instead of two whole lists.
import { isDeepStrictEqual } from 'node:util'
import type { Row } from '../storage/captured-row.ts'

/** The changed end of a list: the first `keep` entries did not change, and `rest` follows them. */
interface ListEnd {
  readonly keep: number
  readonly rest: readonly unknown[]
}

const LISTS: Readonly<Record<string, readonly string[]>> = { timers: ['history'] }

/** Replaces each list in the two images of an updated row with its changed end. */
export function withoutUnchangedParts(
  table: string,
  images: { before: Row | null; after: Row | null },
): { before: Row | null; after: Row | null } {
  const { before, after } = images
  const lists = LISTS[table]
  if (lists === undefined || before === null || after === null) return images
  const names = lists.filter(name => name in after)
  if (names.length === 0) return images
  const ends = names.flatMap(name => {
    const [was, is] = [listIn(before[name]), listIn(after[name])]
    const keep = commonStart(was, is)
    // A list that was rewritten is stored whole, so that the history can show it.
    if (keep < Math.min(was.length, is.length)) return []
    return [{ name, was: { keep, rest: was.slice(keep) }, is: { keep, rest: is.slice(keep) } }]
  })
  return {
    before: { ...before, ...Object.fromEntries(ends.map(({ name, was }) => [name, was])) },
    after: { ...after, ...Object.fromEntries(ends.map(({ name, is }) => [name, is])) },
  }
}

/** Returns the image with complete lists. `now` is the row in its state after the change. */
export function wholeValues(image: Row, now: Row | undefined): Row {
  const ends = Object.entries(image).filter(([, value]) => isListEnd(value))
  if (ends.length === 0) return image
  return {
    ...image,
    ...Object.fromEntries(ends.map(([name, end]) => [name, withEnd(now?.[name], end as ListEnd)])),
  }
}

/** True if the current value of a column equals the value in an image, which may contain only the end of a list. */
export const hasValue = (now: unknown, value: unknown): boolean =>
  isListEnd(value)
    ? isDeepStrictEqual(listIn(now).slice(value.keep), value.rest) &&
      listIn(now).length === value.keep + value.rest.length
    : now === value || isSameBoolean(now, value)

/** Compares booleans, which SQLite stores as 0 and 1, because an image may come from the other database. */
const isSameBoolean = (now: unknown, value: unknown): boolean =>
  (typeof now === 'boolean' && value === Number(now)) || (typeof value === 'boolean' && now === Number(value))

const withEnd = (now: unknown, { keep, rest }: ListEnd): string =>
  JSON.stringify([...listIn(now).slice(0, keep), ...rest])

const listIn = (text: unknown): unknown[] => (typeof text === 'string' ? (JSON.parse(text) as unknown[]) : [])

const isListEnd = (value: unknown): value is ListEnd =>
  typeof value === 'object' && value !== null && 'keep' in value && 'rest' in value

function commonStart(a: readonly unknown[], b: readonly unknown[]): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && isDeepStrictEqual(a[at], b[at])) at++
  return at
}
