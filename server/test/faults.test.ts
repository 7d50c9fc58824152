// Faults of one machine: a full disk, and a stop in the middle of work.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ApiError, createClient } from '@daymark/client'
import { integrityOf } from '../src/storage/backup.ts'
import { startIssuer } from './support/issuer.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

interface Running {
  process: ChildProcess
  baseUrl: string
}

/** `limitKiB`: no file may grow beyond it, as on a full disk. The signal that comes with it is ignored. */
async function start(settings: Record<string, string>, limitKiB?: number): Promise<Running> {
  const command = limitKiB === undefined ? 'exec "$@"' : `trap '' XFSZ; ulimit -f ${limitKiB}; exec "$@"`
  const child = spawn('bash', ['-c', command, 'bash', process.execPath, MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_ENABLED: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk)
    const baseUrl = /Listens\s+(http:\S+)/.exec(printed)?.[1]
    if (baseUrl) return { process: child, baseUrl }
  }
  throw new Error(`The server did not start:\n${printed}`)
}

async function stop({ process: child }: Running): Promise<number | null> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

describe('a full disk under SQLite', () => {
  it('is told clearly, corrupts nothing, and ends when there is room again', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-full-'))
    const settings = { DATA_DIR: folder, OIDC_ISSUER_URL: issuer.url }
    const token = await issuer.token({ sub: 'ann' })
    const acknowledged: string[] = []
    try {
      const full = await start(settings, 3000)
      const client = createClient({ baseUrl: full.baseUrl, token })
      const fill = async () => {
        for (let i = 0; i < 2000; i++) {
          const group = await client.tags.createGroup({
            body: { name: `n-${i}`, color: '#000000', description: 'x'.repeat(10_000) },
          })
          acknowledged.push(group.id)
        }
      }
      await assert.rejects(fill(), (error: unknown) => error instanceof ApiError && error.status === 503)
      assert.ok(acknowledged.length > 10)
      assert.equal((await client.tags.listGroups({ query: { limit: 1 } })).length, 1, 'reading goes on')
      assert.equal(await stop(full), 0)
      assert.equal(integrityOf(join(folder, 'daymark.db')), 'ok')

      const again = await start(settings)
      const roomy = createClient({ baseUrl: again.baseUrl, token })
      const kept = new Set((await roomy.tags.listGroups()).map(group => group.id))
      assert.deepEqual(
        acknowledged.filter(id => !kept.has(id)),
        [],
      )
      await roomy.tags.createGroup({ body: { name: 'after', color: '#000000' } })
      assert.equal(await stop(again), 0)
    } finally {
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('SIGTERM in the middle of work', () => {
  it('finishes requests, closes sockets with 1001 and exits 0; nothing is half-done', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-stop-'))
    const settings = { DATA_DIR: folder, OIDC_ISSUER_URL: issuer.url }
    try {
      const server = await start(settings)
      const token = await issuer.token({ sub: 'ann' })
      const client = createClient({ baseUrl: server.baseUrl, token })
      const { id } = await client.tags.createGroup({ body: { name: 'G', color: '#000000' } })
      const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/v1/ws/timers`, [
        `authorization.bearer.${token}`,
      ])
      await once(socket, 'open')
      const closed = once(socket, 'close') as Promise<[CloseEvent]>
      const acknowledged: string[] = []
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; ; i++) {
          const name = `${writer}-${i}`
          await client.tags.create({ body: { name, color: '#000000', group_id: id } })
          acknowledged.push(name)
          if (acknowledged.length === 30) server.process.kill('SIGTERM')
        }
      })
      const ends = await Promise.allSettled(writers)
      assert.ok(ends.every(end => end.status === 'rejected'))
      const [event] = await closed
      assert.equal(event.code, 1001)
      assert.equal(await stop(server), 0)

      const again = await start(settings)
      const kept = await createClient({ baseUrl: again.baseUrl, token }).tags.list()
      const names = new Set(kept.map(tag => tag.name))
      assert.deepEqual(
        acknowledged.filter(name => !names.has(name)),
        [],
      )
      await stop(again)
    } finally {
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
