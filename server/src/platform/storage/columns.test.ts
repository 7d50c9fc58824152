import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { forEachStorage } from '../../../test/support/storages.ts'
import { columns } from './columns.ts'
import type { Storage } from './unit-of-work.ts'

interface Thing {
  id: string
  name: string | null
  size: number
}

const things = columns<Thing>({ id: 'fixed', name: 'saved', size: 'saved' })

forEachStorage('columns', open => {
  let storage: Storage

  before(async () => {
    storage = await open()
  })
  after(() => storage.close())

  const select = <Row>(build: (dialect: Storage['dialect']) => ReturnType<typeof sql<Row>>) =>
    storage.read(async db => (await build(db.dialect).execute(db.sql)).rows[0])
  const thing = sql`(select 'a' as id, null as name, 3 as size) t`

  it('knows which columns a save writes', () => {
    assert.deepEqual(things.all, ['id', 'name', 'size'])
    assert.deepEqual(things.saved, ['name', 'size'])
  })

  it('builds a select list', async () => {
    const row = await select(() => sql<Thing>`select ${things.of('t')} from ${thing}`)
    assert.deepEqual({ ...row }, { id: 'a', name: null, size: 3 })
  })

  it('builds JSON objects, and arrays in column order', async () => {
    const row = await select(
      dialect => sql<Record<'object' | 'array' | 'part', string>>`select
        ${things.json(dialect, 't', { more: sql`t.size + 1` })} as object,
        ${dialect.jsonTuple(things.each('t'))} as array,
        ${dialect.jsonTuple(things.each('t', ['name']))} as part from ${thing}`,
    )
    assert.deepEqual(JSON.parse(row?.object ?? ''), { id: 'a', name: null, size: 3, more: 4 })
    assert.deepEqual(JSON.parse(row?.array ?? ''), ['a', null, 3])
    assert.deepEqual(JSON.parse(row?.part ?? ''), ['a', 3])
  })
})
