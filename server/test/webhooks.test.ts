import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openPostgresStorage } from '../src/platform/storage/postgres/postgres.ts'
import { startTestApp } from './support/app.ts'
import { startIssuer } from './support/issuer.ts'
import { migratedPostgresUrl } from './support/storages.ts'
import { crashWebhooks } from './support/webhook-crash.ts'
import { LOCAL_RECEIVERS, startReceiver } from './support/webhook-receiver.ts'

describe('webhooks and kill -9', () => {
  it('lose no event and keep the order of each item', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-webhooks-'))
    try {
      const { changes, lost, disordered } = await crashWebhooks({
        database: { kind: 'sqlite', path: join(folder, 'daymark.db') },
        settings: { DATA_DIR: folder, ...issuer.settings },
        token: await issuer.token({ sub: 'ann' }),
        rounds: 2,
      })
      assert.ok(changes > 4)
      assert.deepEqual({ lost, disordered }, { lost: [], disordered: [] })
    } finally {
      await issuer.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('webhooks with two servers on one database', () => {
  it('send every attempt once, in order', async () => {
    const { url, drop } = await migratedPostgresUrl()
    const receiver = await startReceiver()
    const servers = [
      await startTestApp(await openPostgresStorage(url), LOCAL_RECEIVERS),
      await startTestApp(await openPostgresStorage(url), LOCAL_RECEIVERS),
    ] as const
    try {
      const ann = await servers[0].as('ann')
      await ann.webhooks.create({ body: { url: receiver.url, kinds: ['tag_group'] } })
      for (const server of servers) await server.app.jobs.start()
      const { id } = await ann.tags.createGroup({ body: { name: '0', color: '#000000' } })
      // The second server finds changes only in the database, so the test makes it check after each change.
      const looks: Promise<void>[] = []
      for (let count = 1; count < 30; count++) {
        await ann.tags.updateGroup({ params: { group_id: id }, body: { name: String(count) } })
        looks.push(servers[1].app.jobs.drain())
      }
      await Promise.all(looks)
      await receiver.arrived(30)
      for (const server of servers) await server.app.jobs.drain()
      const seqs = receiver.received.map(
        ({ body }) => (JSON.parse(body) as { data: { seq: number } }).data.seq,
      )
      assert.deepEqual(
        seqs,
        seqs.map((_, at) => (seqs[0] ?? 0) + at),
      )
      assert.equal(seqs.length, 30)
    } finally {
      for (const server of servers) await server.close()
      await receiver.close()
      await drop()
    }
  })
})
