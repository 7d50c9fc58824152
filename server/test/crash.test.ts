// Tests that `kill -9` during many writes loses no acknowledged write, on both databases.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createClient } from '@daymark/client'
import { startIssuer } from './support/issuer.ts'
import { startProgram } from './support/process.ts'
import { freshPostgresUrl } from './support/storages.ts'

/** Creates tags until the server dies; returns the names of the acknowledged ones. */
async function createUntilKilled(
  settings: Record<string, string>,
  token: string,
  killAfter: number,
): Promise<Set<string>> {
  const server = await startProgram(settings)
  const client = createClient({ baseUrl: server.url, token })
  const group = await client.tags.createGroup({ body: { name: 'crash', color: '#000000' } })
  const acknowledged = new Set<string>()
  const write = async (worker: number) => {
    for (let i = 0; i < 1000; i++) {
      const name = `${group.id}-${worker}-${i}`
      await client.tags.create({ body: { name, color: '#000000', group_id: group.id } })
      acknowledged.add(name)
      if (acknowledged.size === killAfter) void server.kill()
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

async function losesNothing(settings: Record<string, string>, token: string): Promise<void> {
  for (const killAfter of [1, 137, 400]) {
    const acknowledged = await createUntilKilled(settings, token, killAfter)
    assert.ok(acknowledged.size >= killAfter)
    const server = await startProgram(settings)
    const client = createClient({ baseUrl: server.url, token })
    const kept = new Set((await client.tags.list()).map(tag => tag.name))
    assert.deepEqual(
      [...acknowledged].filter(name => !kept.has(name)),
      [],
    )
    assert.equal(await server.stop(), 0)
  }
}

describe('kill -9 under load', () => {
  it('loses no acknowledged write on SQLite', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-crash-'))
    try {
      await losesNothing({ DATA_DIR: folder, ...issuer.settings }, await issuer.token({ sub: 'ann' }))
    } finally {
      await issuer.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('loses no acknowledged write on PostgreSQL', async () => {
    const issuer = await startIssuer()
    const { url, drop } = await freshPostgresUrl()
    try {
      await losesNothing({ DATABASE_URL: url, ...issuer.settings }, await issuer.token({ sub: 'ann' }))
    } finally {
      await issuer.close()
      await drop()
    }
  })
})
