import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { newId } from '../../kernel/ids.ts'
import type { Storage } from '../unit-of-work.ts'
import { insertion, statement } from './statement.ts'

interface Row {
  position: number
  name: string
  checksum: string
}

forEachStorage('statements built once', open => {
  let storage: Storage
  const seen: string[] = []

  before(async () => {
    storage = await open({ observe: text => seen.push(text) })
  })
  after(() => storage.close())

  it('are built once and bind other values each time, even twice the same', async () => {
    let built = 0
    const numbers = statement<[a: number, b: string], { a: number; b: string; again: number }>(
      (_db, a, b) => {
        built++
        return sql`select cast(${a} as integer) as a, cast(${b} as text) as b, cast(${a} as integer) as again`
      },
    )
    assert.deepEqual(plain(await storage.read(db => numbers(db, 1, 'x'))), [{ a: 1, b: 'x', again: 1 }])
    assert.deepEqual(plain(await storage.read(db => numbers(db, 2, 'y'))), [{ a: 2, b: 'y', again: 2 }])
    assert.equal(built, 1)
    assert.equal(seen.at(-1), seen.at(-2))
  })

  it('keep literals and lists of ids', async () => {
    const ids = [newId(), newId()]
    const among = statement<[list: string | readonly string[]], { found: number }>(
      ({ dialect }, list) => sql`
        select ${7} + 0 as found from (select ${dialect.name === 'sqlite' ? sql`${ids[0]}` : sql`${ids[0]}::uuid`} as id) t
        where ${dialect.idInList('t.id', list)}`,
    )
    const found = (list: string[]) => storage.read(db => among(db, db.dialect.idList(list)))
    assert.deepEqual(plain(await found(ids)), [{ found: 7 }])
    assert.deepEqual(await found([newId()]), [])
    assert.deepEqual(await found([]), [])
  })

  it('insert the columns that they know and nothing else', async () => {
    const insert = insertion<Row & { secret?: string }>('migrations', ['position', 'name', 'checksum'])
    const row = { position: 900, name: 'nine', checksum: 'hundred', secret: 'x' }
    await storage.write([], tx => insert(tx, row))
    const found = await storage.read(db =>
      db.sql.selectFrom('migrations').selectAll().where('position', '=', 900).execute(),
    )
    assert.deepEqual(plain(found), [{ position: 900, name: 'nine', checksum: 'hundred' }])
  })
})

/** Copies the rows, because `deepEqual` also compares prototypes, and a driver's rows may have another one. */
const plain = (rows: readonly object[]): object[] => rows.map(row => ({ ...row }))
