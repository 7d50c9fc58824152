// The items of an uploaded file that is imported in steps. They are stored before the request starts, so that any
// instance can go on with it after a crash, and are read one part at a time.
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { sql } from 'kysely'
import { pauses } from '../kernel/concurrency/in-turns.ts'
import { newId } from '../kernel/ids.ts'
import { deleteStep } from '../storage/statements/in-steps.ts'
import type { Db, UnitOfWork } from '../storage/unit-of-work.ts'

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
/** Rows with a lot of text, so few at a time. */
const DELETED_AT_ONCE = 8

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
    await uow.write([], tx => tx.sql.insertInto('staged_parts').values({ ...row, content }).execute())
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
    const row = await uow.read(db =>
      db.sql
        .selectFrom('staged_parts')
        .select('content')
        .where('staged_id', '=', id)
        .where('nr', '=', nr)
        .executeTakeFirst(),
    )
    if (!row) return undefined
    const text = await unpack(Buffer.from(row.content, 'base64'))
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
  const where = sql`staged_id = ${id}`
  while ((await uow.write([], tx => deleteParts(tx, where))) > 0);
}

/** Deletes parts whose request was never started, because the server ended before. */
export async function removeLostParts(uow: UnitOfWork, before: number): Promise<void> {
  const where = sql`created_at < ${before} and not exists (
    select 1 from staged_requests r where r.id = staged_parts.staged_id and r.ended_at is null)`
  while ((await uow.write([], tx => deleteParts(tx, where))) > 0);
}

const deleteParts = (db: Db, where: ReturnType<typeof sql>): Promise<number> =>
  deleteStep(db, { table: 'staged_parts', key: ['staged_id', 'nr'], where, most: DELETED_AT_ONCE })
