// Reminders must be sent exactly once even if one of two instances is killed while they are due. `npm run
// bench:reminders` runs 200 such rounds.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@daymark/client'
import { openStorage } from '../src/platform/storage/open.ts'
import { startIssuer } from './support/issuer.ts'
import { startProgram } from './support/process.ts'
import { migratedPostgresUrl } from './support/storages.ts'

const REMINDERS = 30
const LOOK_AGAIN_MS = 200
/** Enough time for one request on a busy machine. */
const LEAD_MS = 5_000

it('sends every reminder once while one of two instances is killed', async () => {
  await using cleanUp = new AsyncDisposableStack()
  const issuer = await startIssuer()
  cleanUp.defer(() => issuer.close())
  const { url, drop } = await migratedPostgresUrl()
  cleanUp.defer(drop)
  const settings = { DATABASE_URL: url, LOG_LEVEL: 'fatal', ...issuer.settings }
  const [victim, other] = await Promise.all([startProgram(settings), startProgram(settings)])
  cleanUp.defer(async () => {
    await Promise.all([victim.kill(), other.kill()])
  })
  const storage = await openStorage({ kind: 'postgres', url })
  cleanUp.defer(() => storage.close())

  const token = await issuer.token({ sub: 'ann' }, { expiresIn: 3600 })
  const client = createClient({ baseUrl: other.url, token })
  const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
  const body = { title: 'due', tag_group_id: group.id, reminders: [{ minutes_before: 0 }] }
  const ids: string[] = []
  while (ids.length < REMINDERS) ids.push((await client.todos.create({ body })).id)
  const due = Date.now() + LEAD_MS
  await client.todos.bulk({ body: { ids, change: { deadline: new Date(due).toISOString() } } })

  const sent = () =>
    storage.read(async ({ sql: db }) => {
      const rows = await db.selectFrom('notifications').select('resource_id').execute()
      return rows.map(({ resource_id }) => resource_id)
    })
  const claimed = () =>
    storage.read(({ sql: db }) =>
      db.selectFrom('jobs').select('key').where('claim', 'is not', null).execute(),
    )
  // No reminder is sent before it is due.
  await pause(due - Date.now())
  while ((await sent()).length === 0 && (await claimed()).length === 0) await pause(1)
  await victim.kill()
  // Jobs that the killed instance had claimed are due again when their lease expires.
  while ((await sent()).length < REMINDERS) await pause(LOOK_AGAIN_MS)
  await other.stop()
  assert.deepEqual((await sent()).sort(), ids.toSorted(), 'no reminder was lost or sent twice')
})
