// Our migration has everything that the account library expects; and the library writes through our one writer.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { getMigrations } from 'better-auth/db/migration'
import { jwt } from 'better-auth/plugins/jwt'
import { forEachStorage } from '../../../test/support/storages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { keyOptions, libraryOptions } from './library.ts'

const SECRET = 'a secret of more than thirty-two characters'

forEachStorage('the tables of the account library', open => {
  let storage: Storage
  before(async () => {
    storage = await open()
  })
  after(() => storage.close())

  it('are all there, with all columns and indexes', async () => {
    const options = { ...libraryOptions(storage, SECRET), plugins: [jwt(keyOptions)] }
    const { toBeCreated, toBeAdded, compileMigrations } = await getMigrations(options)
    assert.deepEqual(toBeCreated, [])
    assert.deepEqual(toBeAdded, [])
    assert.match(await compileMigrations(), /^;?$/)
  })

  it('would be missed', async () => {
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
