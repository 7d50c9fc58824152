import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { getMigrations } from 'better-auth/db/migration'
import { jwt } from 'better-auth/plugins/jwt'
import { forEachStorage } from '../../../test/support/storages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { accountLibrary, keyOptions, libraryOptions } from './library.ts'

const SECRET = 'a secret of more than thirty-two characters'

forEachStorage('the tables of the account library', open => {
  let storage: Storage
  const statements: string[] = []
  before(async () => {
    storage = await open({ observe: text => statements.push(text) })
  })
  after(() => storage.close())

  it('are all there, with all columns and indexes', async () => {
    const options = { ...libraryOptions(storage, SECRET), plugins: [jwt(keyOptions)] }
    const { toBeCreated, toBeAdded, compileMigrations } = await getMigrations(options)
    assert.deepEqual(toBeCreated, [])
    assert.deepEqual(toBeAdded, [])
    assert.match(await compileMigrations(), /^;?$/)
  })

  it('are not read during a sign-in', async () => {
    statements.length = 0
    const { sign } = await accountLibrary(storage, SECRET)()
    await sign({ sub: 'ann' })
    assert.ok(statements.length > 0)
    assert.deepEqual(
      statements.filter(text => /pg_catalog|sqlite_master|pragma/i.test(text)),
      [],
    )
  })

  it('that are missing are found by this check', async () => {
    const options = libraryOptions(storage, SECRET)
    const { toBeCreated, toBeAdded } = await getMigrations({
      ...options,
      user: { ...options.user, additionalFields: { shoeSize: { type: 'number', required: false } } },
      verification: { modelName: 'not_there' },
    })
    assert.deepEqual(
      toBeCreated.map(table => table.table),
      ['not_there'],
    )
    assert.deepEqual(
      toBeAdded.map(table => [table.table, Object.keys(table.fields)]),
      [['accounts', ['shoeSize']]],
    )
  })
})
