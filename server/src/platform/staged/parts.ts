// The items of an uploaded file that is imported in steps. They are stored before the request starts, so that any
// instance can go on with it after a crash, and are read one part at a time.
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { pauses } from '../kernel/concurrency/in-turns.ts'
import { newId } from '../kernel/ids.ts'
import type { UnitOfWork } from '../storage/unit-of-work.ts'
import { partStore } from './part-store.ts'

/** Where the next step goes on: the number of a part and a position in it. */
export interface PartPlace {
  part: number
  at: number
}

/** The state of a request that reads parts. */
export interface Placed {
  place: PartPlace
}

export const placeOf = (state: Placed | null): PartPlace => state?.place ?? { part: 0, at: 0 }

export const isSamePlace = (a: PartPlace, b: PartPlace): boolean => a.part === b.part && a.at === b.at

export interface StoredParts {
  /** The id for the staged request. */
  id: string
  parts: number
}

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

/** Characters of JSON, and items, per part. An item with more gets its own part. */
const MAX_CHARS = 256_000
const MAX_ITEMS = 500

/** Stores the items in short transactions. If that fails, nothing is left. */
export async function storeParts(
  uow: UnitOfWork,
  { ownerId, now }: { ownerId: string; now: number },
  items: AsyncIterable<unknown>,
): Promise<StoredParts> {
  const id = newId()
  const breathe = pauses()
  let parts = 0
  let texts: string[] = []
  let chars = 0
  const flush = async () => {
    if (texts.length === 0) return
    const packed = await pack(`[${texts.join(',')}]`, { level: 1 })
    const row = { staged_id: id, nr: parts, owner_id: ownerId, created_at: now }
    const content = packed.toString('base64')
    await uow.write([], tx => partStore(tx).insert({ ...row, content }))
    parts++
    texts = []
    chars = 0
  }
  try {
    for await (const item of items) {
      const text = JSON.stringify(item)
      if (chars + text.length > MAX_CHARS) await flush()
      texts.push(text)
      chars += text.length
      if (texts.length >= MAX_ITEMS) await flush()
      await breathe()
    }
    await flush()
  } catch (error) {
    await removeParts(uow, id)
    throw error
  }
  return { id, parts }
}

/** Reads parts. Keeps the last one, because small steps read the same part several times. */
export function partReader(uow: UnitOfWork) {
  let last: { name: string; items: readonly unknown[] } | undefined

  async function part(id: string, nr: number): Promise<readonly unknown[] | undefined> {
    const name = `${id} ${nr}`
    if (last?.name === name) return last.items
    const content = await uow.read(db => partStore(db).find(id, nr))
    if (content === undefined) return undefined
    const text = await unpack(Buffer.from(content, 'base64'))
    const items = JSON.parse(text.toString()) as unknown[]
    last = { name, items }
    return items
  }

  return {
    /** Returns the next items, at most `most`, and the place after them. Undefined at the end. */
    async next(
      id: string,
      { part: nr, at }: PartPlace,
      most: number,
    ): Promise<{ items: readonly unknown[]; place: PartPlace } | undefined> {
      const items = await part(id, nr)
      if (!items) return undefined
      if (at >= items.length) return this.next(id, { part: nr + 1, at: 0 }, most)
      const some = items.slice(at, at + most)
      return { items: some, place: { part: nr, at: at + some.length } }
    },
  }
}

export async function removeParts(uow: UnitOfWork, id: string): Promise<void> {
  while ((await uow.write([], tx => partStore(tx).removeOf(id))) > 0);
}

/** Deletes parts whose request was never started, because the server ended before. */
export async function removeLostParts(uow: UnitOfWork, before: number): Promise<void> {
  while ((await uow.write([], tx => partStore(tx).removeLost(before))) > 0);
}
