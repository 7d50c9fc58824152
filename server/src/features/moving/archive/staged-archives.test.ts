import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import type { ArchiveImport } from '@daymark/contract/moving/archive-import'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { assertIntegrity, assertTotals } from '../../../../test/support/integrity.ts'
import { newPerson, type Person } from '../../../../test/support/people.ts'
import { inRequest, stoppable } from '../../../../test/support/stoppable.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { archiveWith, zipOf } from '../../../../test/support/write-zip.ts'
import { unzip } from '../../../../test/support/zip.ts'
import type { Job } from '../../../platform/staged/staged.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'

const LIMIT = { most_at_once: 60 }
/** More than fit into one transaction. */
const MANY = 130

forEachStorage('archives in steps', (open, name) => {
  let storage: Storage
  let server: TestApp
  let archive: Record<string, string>
  before(async () => {
    storage = await open()
    server = await startTestApp(storage, {}, LIMIT)
    const { client } = await newPerson(server, 'zoe')
    const tasks = Array.from({ length: MANY }, (_, at) => ({ id: at + 1, title: `Task ${at + 1}` }))
    const body = JSON.stringify([{ title: 'Project', tasks }])
    const { batch_id } = await client.imports.from({ params: { source: 'vikunja' }, body })
    archive = filesOf(await (await client.personalData.download()).bytes())
    await client.history.undo({ params: { batch_id: batch_id ?? '' } })
  })
  after(() => server.close())

  const filesOf = (bytes: Uint8Array) => unzip(Buffer.from(bytes)) as Record<string, string>
  const send = async (
    { id, claims }: Person,
    method: string,
    path: string,
    { app = server, body }: { app?: TestApp; body?: Uint8Array<ArrayBuffer> } = {},
  ) => {
    const token = await app.issuer.token({ sub: id, name: id, ...claims })
    const headers = { authorization: `Bearer ${token}`, prefer: 'respond-async' }
    const type = body ? { 'content-type': 'application/zip' } : {}
    return inRequest.run(true, () =>
      app.fetch(path, { method, headers: { ...headers, ...type }, ...(body && { body }) }),
    )
  }
  const jobAt = async (person: Person, path: string) =>
    (await (await send(person, 'GET', path)).json()) as Job
  /** What has to be the same after the move. */
  const content = (files: Record<string, string>) => [files['todos.jsonl'], files['tag_groups.jsonl']]

  it('are the same in the next export, change nothing the second time, and can be undone and replaced', async () => {
    const { client } = await newPerson(server, 'ann')
    const body = zipOf(archive)
    const preview = await client.personalData.upload({ body, query: { dry_run: true } })
    const result = await client.personalData.upload({ body })
    assert.deepEqual({ ...result, dry_run: true, batch_id: null }, preview)
    assert.equal(result.kinds.find(({ kind }) => kind === 'todo')?.created, MANY)
    const exported = filesOf(await (await client.personalData.download()).bytes())
    assert.deepEqual(content(exported), content(archive))
    assert.equal((await client.personalData.upload({ body })).batch_id, null)
    const { id } = await client.tags.createGroup({ body: { name: 'Own', color: '#112233' } })
    const fewer = archiveWith(archive, 'todos.jsonl', rows => rows.slice(0, 10))
    const replaced = await client.personalData.upload({ body: zipOf(fewer), query: { mode: 'replace' } })
    assert.equal(replaced.kinds.find(({ kind }) => kind === 'todo')?.deleted, MANY - 10)
    assert.deepEqual([(await client.todos.list()).length, (await client.tags.listGroups()).length], [10, 1])
    await client.history.undo({ params: { batch_id: replaced.batch_id ?? '' } })
    assert.ok((await client.tags.listGroups()).some(group => group.id === id))
    await client.history.undo({ params: { batch_id: result.batch_id ?? '' } })
    assert.deepEqual(await client.todos.list(), [])
    await assertIntegrity(storage)
    await assertTotals(storage)
  })

  it('go on after a crash', async () => {
    const bob = await newPerson(server, 'bob')
    const dying = stoppable(storage)
    const app = await startTestApp(dying.storage, {}, LIMIT)
    dying.stopAfter(3)
    const response = await send(bob, 'POST', '/v1/account/import', { app, body: zipOf(archive) })
    assert.equal(response.status, 202)
    await dying.isStopped()
    dying.die()
    await app.close()
    const written = (await bob.client.todos.list()).length
    assert.ok(written < MANY, `${written} todos`)
    server.clock.advance(60_000)
    await server.app.jobs.drain()
    const { status, result } = await jobAt(bob, response.headers.get('location') ?? '')
    assert.deepEqual([status, (result as ArchiveImport).kinds[2]?.created], ['done', MANY])
    assert.equal((await bob.client.todos.list()).length, MANY)
    assert.equal((await bob.client.history.list()).length, 1)
  })

  it('keep todos that are too deep, and name them', async () => {
    const { client } = await newPerson(server, 'kim')
    const deep = archiveWith(archive, 'todos.jsonl', rows =>
      rows.map((row, at) => ({ ...row, parent_id: rows[at + 1]?.['id'] ?? null })),
    )
    const body = zipOf(deep)
    const preview = await client.personalData.upload({ body, query: { dry_run: true } })
    assert.deepEqual(
      [preview.moved.count, preview.moved.titles.length, preview.skipped],
      [MANY - MAX_TODO_LEVELS, MANY - MAX_TODO_LEVELS, 0],
    )
    const result = await client.personalData.upload({ body })
    assert.deepEqual(result.moved, preview.moved)
    const todos = await client.todos.list()
    const parents = new Set(todos.map(({ parent_id }) => parent_id))
    assert.deepEqual([todos.length, parents.size], [MANY, MAX_TODO_LEVELS])
    assert.equal((await client.personalData.upload({ body })).batch_id, null)
    if (name === 'sqlite') await assertIntegrity(storage)
  })
})
