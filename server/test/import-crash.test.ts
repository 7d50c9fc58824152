import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { createClient } from '@daymark/client'
import { openStorage } from '../src/platform/storage/open.ts'
import { runCommandHere } from './support/command.ts'
import { assertIntegrity, assertTotals } from './support/integrity.ts'
import { startIssuer } from './support/issuer.ts'
import { largeArchive } from './support/large-archive.ts'
import { startProgram } from './support/process.ts'

const TODOS = 1_500

it('an import in steps goes on after kill -9, and the command does the same without a server', async () => {
  await using cleanUp = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'daymark-import-'))
  cleanUp.defer(() => rmSync(folder, { recursive: true }))
  const issuer = await startIssuer()
  cleanUp.defer(() => issuer.close())
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'fatal', ...issuer.settings }
  const token = await issuer.token({ sub: 'ann' })
  const path = join(folder, 'archive.zip')
  await writeFile(path, largeArchive({ todos: TODOS }))

  const victim = await startProgram(settings)
  const body = new Blob([await readFile(path)], { type: 'application/zip' })
  const headers = { authorization: `Bearer ${token}`, prefer: 'respond-async' }
  const response = await fetch(`${victim.url}/v1/account/import`, { method: 'POST', headers, body })
  assert.equal(response.status, 202)
  const before = createClient({ baseUrl: victim.url, token })
  while ((await before.todos.list({ query: { limit: 1 } })).length === 0);
  await victim.kill()

  const server = await startProgram(settings)
  const client = createClient({ baseUrl: server.url, token })
  const job_id = (response.headers.get('location') ?? '').split('/').at(-1) ?? ''
  let job = await client.jobs.get({ params: { job_id } })
  assert.equal(job.status, 'running')
  while (job.status === 'running') job = await client.jobs.get({ params: { job_id } })
  assert.equal(job.status, 'done')
  const [batch, ...others] = await client.history.list()
  assert.deepEqual([batch?.via, others.length], ['import', 0])
  const { id } = await client.users.me()
  assert.equal(await server.stop(), 0)

  const run = async (...args: string[]) => {
    const { code, out, err } = await runCommandHere(
      'import',
      ['--user', id, '--from', path, ...args],
      settings,
    )
    assert.equal(code, 0, err)
    return /todo +(.*)/.exec(out)?.[1]
  }
  assert.equal(await run(), `0 new, 0 changed, ${TODOS} unchanged, 0 deleted`)
  await writeFile(path, largeArchive({ todos: 1 }))
  assert.equal(await run('--replace'), `0 new, 0 changed, 1 unchanged, ${TODOS - 1} deleted`)
  const storage = await openStorage({ kind: 'sqlite', path: join(folder, 'daymark.db') })
  cleanUp.defer(() => storage.close())
  await assertIntegrity(storage)
  await assertTotals(storage)
  const left = await storage.read(db => db.sql.selectFrom('staged_parts').select('nr').execute())
  assert.deepEqual(left, [])
})
