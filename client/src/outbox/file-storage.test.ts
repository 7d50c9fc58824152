import assert from 'node:assert/strict'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileStorage } from './file-storage.ts'
import { newEntry } from './new-entry.ts'

const entryOf = (account: string) =>
  newEntry(
    'POST /v1/todos',
    { params: {}, query: {}, body: { title: 'a' } },
    {
      account,
      order: 1,
      created_at: 1,
      server_at: null,
    },
  )

test('keeps entries per account over a restart', async t => {
  const folder = join(await fs.mkdtemp(join(tmpdir(), 'daymark-outbox-')), 'deep')
  t.after(() => fs.rm(folder, { recursive: true }))
  const storage = fileStorage(fs, folder)
  const [ann, bob] = [entryOf('ann'), entryOf('bob')]
  await storage.save(ann)
  await storage.save(bob)
  await storage.save({ ...ann, state: 'refused' })
  await fs.writeFile(join(folder, 'foreign.json'), '{"half')
  const again = fileStorage(fs, folder)
  assert.deepEqual(await again.load('ann'), [{ ...ann, state: 'refused' }])
  await again.remove(ann.key)
  assert.deepEqual(await again.load('ann'), [])
  assert.deepEqual(await again.load('bob'), [bob])
})
