import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type RunningServer, runProgram, startProgram } from './support/process.ts'

/** New files get all permissions that the program asks for. */
const CARELESS = { umask: '0' }
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('files of a server with a careless umask', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-files-'))
  const DATA_DIR = join(folder, 'data')
  let server: RunningServer
  before(async () => {
    server = await startProgram({ DATA_DIR }, CARELESS)
  })
  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  it('database, write-ahead log, lock and secrets are 0600, their folder 0700', () => {
    const modes = readdirSync(DATA_DIR).map(name => [name, modeOf(join(DATA_DIR, name))] as const)
    const names = ['daymark.db', 'daymark.db-shm', 'daymark.db-wal', 'daymark.db.lock', 'secrets.json']
    for (const name of names) assert.equal(new Map(modes).get(name), '600', name)
    assert.deepEqual(
      modes.filter(([, mode]) => mode !== '600'),
      [],
    )
    assert.equal(modeOf(DATA_DIR), '700')
  })

  it('a backup is 0600', async () => {
    const copy = join(folder, 'copy.db')
    const { code, err } = await runProgram('commands/backup.ts', [copy], { DATA_DIR }, '', CARELESS)
    assert.equal(code, 0, err)
    assert.equal(modeOf(copy), '600')
  })
})
