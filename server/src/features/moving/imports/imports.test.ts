import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { ImportSource } from '@daymark/contract/moving/source-imports'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { assertIntegrity, assertTotals } from '../../../../test/support/integrity.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

const FOLDER = new URL('../../../../test/fixtures/imports/', import.meta.url)
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)))

const FILES: readonly [source: ImportSource, file: string][] = [
  ['todoist', 'todoist-project.csv'],
  ['todoist', 'todoist-sync.json'],
  ['ticktick', 'ticktick-7.csv'],
  ['toggl', 'toggl-detailed.csv'],
  ['vikunja', 'vikunja-projects.json'],
  ['super_productivity', 'super-productivity-18.json'],
  ['google', 'google-tasks.json'],
  ['google', 'google-calendar.ics'],
  ['csv', 'table-english.csv'],
]
/**
 * One file for each kind of item. PostgreSQL imports only these, because reading files does not depend on the database.
 */
const FILE_OF_EACH_KIND = ['todoist-sync.json', 'toggl-detailed.csv', 'google-calendar.ics']

const send = (client: Client, file: string, query: object = {}, source: ImportSource = 'auto') =>
  client.imports.from({ params: { source }, query: { name: file, ...query }, body: fixture(file) })

async function assertContents(client: Client): Promise<void> {
  const todos = await client.todos.list()
  const child = todos.find(({ title }) => title === 'Oat milk')
  assert.equal(todos.find(({ id }) => id === child?.parent_id)?.title, 'Buy Milk')
  assert.equal(child?.completed_at?.slice(0, 16), '2026-01-11T08:30')
  const timers = await client.timers.list({ query: { tag_include_mode: 'timer_only' } })
  assert.ok(timers.some(({ title, todo_id }) => title === 'Sub' && todo_id !== null))
  assert.ok(timers.some(({ tags }) => tags.some(({ name }) => name === 'Website')))
  const groups = (await client.tags.listGroups()).map(({ name }) => name)
  for (const name of ['Shopping List', 'Home', 'Inbox', 'Website', 'My Tasks', 'Acme'])
    assert.ok(groups.includes(name), name)
}

forEachStorage('imports from other programs', (open, name) => {
  const files = name === 'sqlite' ? FILES : FILES.filter(([, file]) => FILE_OF_EACH_KIND.includes(file))
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it('write what the preview says as one batch, change nothing the second time, and can be undone', async () => {
    const { client } = await newPerson(server, 'ann')
    const batches: string[] = []
    for (const [source, file] of files) {
      const preview = await send(client, file, { dry_run: true })
      assert.deepEqual([preview.source, preview.batch_id], [source, null], file)
      const result = await send(client, file, {}, source)
      assert.ok(result.batch_id, file)
      assert.deepEqual({ ...result, dry_run: true, batch_id: null }, preview)
      const again = await send(client, file)
      assert.equal(again.batch_id, null, file)
      for (const kind of ['todos', 'schedules', 'timers'] as const)
        assert.deepEqual(again[kind], { created: 0, updated: 0, unchanged: result[kind].created }, file)
      batches.push(result.batch_id ?? '')
    }
    await assertIntegrity(server.storage)
    if (name === 'sqlite') await assertContents(client)
    for (const batch_id of batches.toReversed()) await client.history.undo({ params: { batch_id } })
    assert.deepEqual([(await client.todos.list()).length, (await client.timers.list()).length], [0, 0])
    assert.deepEqual(await client.tags.listGroups(), [])
    // After an undo, the same import creates the items again.
    assert.equal((await send(client, 'toggl-detailed.csv')).timers.created, 2)
    await assertIntegrity(server.storage)
    await assertTotals(server.storage)
  })

  it('take over what has changed in a newer export', async () => {
    const { client } = await newPerson(server, 'ann')
    const text = Buffer.from(fixture('todoist-sync.json')).toString()
    const changed = text.replace('"content": "Odd"', '"content": "Renamed"')
    await send(client, 'todoist-sync.json')
    const result = await client.imports.from({ params: { source: 'todoist' }, body: changed })
    assert.deepEqual(result.todos, { created: 0, updated: 1, unchanged: 2 })
    assert.ok((await client.todos.list()).some(({ title }) => title === 'Renamed'))
  })

  // The remaining tests run only on SQLite, because reading files and checking scopes do not depend on the database.
  if (name !== 'sqlite') return

  it('ask for the zone, name the line of what cannot be read, and refuse other files', async () => {
    const { client } = await newPerson(server, 'ann')
    const seoul = await send(client, 'toggl-detailed.csv', { dry_run: true, timezone: 'Asia/Seoul' })
    assert.deepEqual([seoul.timezone, seoul.problems.map(({ line }) => line)], ['Asia/Seoul', [4, 5]])
    await client.users.updatePreferences({ body: { timezone: 'Europe/Berlin' } })
    assert.equal((await send(client, 'toggl-detailed.csv', { dry_run: true })).timezone, 'Europe/Berlin')
    const wrong = { params: { source: 'vikunja' as const }, body: fixture('toggl-new.csv') }
    await rejectsWith(client.imports.from(wrong), 400, /not an export/)
    const columns = JSON.stringify({ title: 'Was', due: 'Wann', list: 'Wo' })
    const table = await send(client, 'table-unknown.csv', { columns })
    assert.deepEqual([table.todos.created, table.columns], [1, ['Was', 'Wann', 'Wo']])
    for (const bad of ['{', '[]', '{"salary":"Was"}', '{"title":1}', 'null'])
      await rejectsWith(send(client, 'table-unknown.csv', { columns: bad }), 422, /columns/)
    const missing = send(client, 'table-unknown.csv', { columns: '{"title":"What"}' })
    await rejectsWith(missing, 400, /no column “What”/)
  })

  it('need the scopes of what the file contains', async () => {
    const { client } = await newPerson(server, 'ann')
    const { token } = await client.tokens.create({ body: { name: 'Todos', scopes: ['todos:write'] } })
    const ask = (file: string) =>
      server.fetch('/v1/import/auto?dry_run=true', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: fixture(file),
      })
    assert.equal((await ask('todoist-sync.json')).status, 200)
    assert.equal((await ask('toggl-api.json')).status, 403)
    assert.equal((await ask('google-calendar.ics')).status, 403)
  })
})
