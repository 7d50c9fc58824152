// `kill -9` during many writes must lose no acknowledged write and no change log entry.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createClient } from '@daymark/client'
import type { DatabaseAddress } from '../src/platform/storage/database-name.ts'
import { openStorage } from '../src/platform/storage/open.ts'
import { type Acknowledged, contradictionsInLog } from './support/crash-log.ts'
import { startIssuer } from './support/issuer.ts'
import { type RunningServer, startProgram } from './support/process.ts'
import { migratedPostgresUrl } from './support/storages.ts'

/** Creates and changes tags until the server dies, and returns the acknowledged changes. */
async function writeUntilKilled(
  server: RunningServer,
  token: string,
  killAfter: number,
): Promise<Acknowledged[]> {
  const client = createClient({ baseUrl: server.url, token })
  const group = await client.tags.createGroup({ body: { name: 'crash', color: '#000000' } })
  const acknowledged: Acknowledged[] = []
  const acknowledge = (id: string, action: Acknowledged['action'], writer: number) => {
    if (acknowledged.push({ kind: 'tag', id, action, writer }) === killAfter) void server.kill()
  }
  const write = async (writer: number) => {
    for (let i = 0; i < 1000; i++) {
      const name = `${group.id}-${writer}-${i}`
      const { id } = await client.tags.create({ body: { name, color: '#000000', group_id: group.id } })
      acknowledge(id, 'created', writer)
      await client.tags.update({ params: { tag_id: id }, body: { description: name } })
      acknowledge(id, 'updated', writer)
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: 8 }, (_, worker) => write(worker)))
  assert.ok(
    workers.every(worker => worker.status === 'rejected'),
    'the server died under load',
  )
  await server.ended
  return acknowledged
}

/** Each kill follows this many acknowledged changes. */
async function losesNothing(
  database: DatabaseAddress,
  settings: Record<string, string>,
  token: string,
  kills: readonly number[],
): Promise<void> {
  const all: Acknowledged[] = []
  let server = await startProgram(settings)
  for (const killAfter of kills) {
    const acknowledged = await writeUntilKilled(server, token, killAfter)
    assert.ok(acknowledged.length >= killAfter)
    all.push(...acknowledged)
    const storage = await openStorage(database)
    assert.deepEqual(await contradictionsInLog(storage, 'ann', all), [])
    await storage.close()
    server = await startProgram(settings)
    const client = createClient({ baseUrl: server.url, token })
    const kept = new Set((await client.tags.list()).map(tag => tag.id))
    assert.deepEqual(
      all.filter(({ id }) => !kept.has(id)),
      [],
    )
  }
  assert.equal(await server.stop(), 0)
}

describe('kill -9 under load', () => {
  it('loses no acknowledged write and no entry of the change log on SQLite', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-crash-'))
    try {
      const database: DatabaseAddress = { kind: 'sqlite', path: join(folder, 'daymark.db') }
      const settings = { DATA_DIR: folder, ...issuer.settings }
      await losesNothing(database, settings, await issuer.token({ sub: 'ann' }), [1, 300])
    } finally {
      await issuer.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('loses no acknowledged write and no entry of the change log on PostgreSQL', async () => {
    const issuer = await startIssuer()
    const { url, drop } = await migratedPostgresUrl()
    try {
      const settings = { DATABASE_URL: url, ...issuer.settings }
      // Once, because PostgreSQL keeps running. On SQLite, the killed server leaves files that it was writing.
      await losesNothing({ kind: 'postgres', url }, settings, await issuer.token({ sub: 'ann' }), [300])
    } finally {
      await issuer.close()
      await drop()
    }
  })
})
