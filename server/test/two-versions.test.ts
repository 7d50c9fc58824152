// A running server whose database a newer program upgrades.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type RunningServer, startProgram } from './support/process.ts'
import { migratedPostgresUrl } from './support/storages.ts'

const NEXT =
  "insert into migrations (position, name, checksum) select max(position) + 1, '9999-next', '' from migrations"

/** Polls, because nothing announces the moment at which the server notices. */
async function refusal(server: RunningServer): Promise<Response> {
  for (;;) {
    const response = await fetch(`${server.url}/v1/todos`)
    if (response.status === 503) return response
    await response.arrayBuffer()
    await pause(20)
  }
}

async function assertEndsOutdated(server: RunningServer): Promise<void> {
  const response = await refusal(server)
  assert.ok(Number(response.headers.get('retry-after')) > 0)
  assert.match(((await response.json()) as { detail: string }).detail, /being upgraded to a newer version/)
  assert.equal(await server.ended, 75)
  assert.match(
    server.printed(),
    /newer version of Daymark\. This instance finishes its requests and ends with code 75/,
  )
}

describe('a server whose database a newer version upgrades', () => {
  it('answers 503 with Retry-After and ends with a sentence and code 75 on SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-two-versions-'))
    const server = await startProgram({ DATA_DIR: folder })
    const database = new DatabaseSync(join(folder, 'daymark.db'))
    database.exec(NEXT)
    database.close()
    await assertEndsOutdated(server)
    rmSync(folder, { recursive: true })
  })

  it('does so on PostgreSQL before the upgrade ends, although all its connections wait for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-two-versions-'))
    const { url, drop } = await migratedPostgresUrl()
    const server = await startProgram({ DATA_DIR: folder, DATABASE_URL: url, DATABASE_POOL_SIZE: '2' })
    const upgrade = new pg.Client(url)
    await upgrade.connect()
    await upgrade.query('begin')
    await upgrade.query('lock table migrations in access exclusive mode')
    // Readiness and sign-ins write.
    const sent = Array.from({ length: 4 }, (_, at) =>
      fetch(`${server.url}/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `a${at}@example.org`, password: 'not the password' }),
      }).then(
        ({ status }) => status,
        () => 'closed',
      ),
    )
    await assertEndsOutdated(server)
    for (const answer of await Promise.all(sent))
      assert.ok(answer === 503 || answer === 'closed', String(answer))
    await upgrade.query('rollback')
    await upgrade.end()
    await drop()
    rmSync(folder, { recursive: true })
  })
})
