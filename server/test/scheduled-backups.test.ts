import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startProgram } from './support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-scheduled-'))
after(() => rmSync(folder, { recursive: true }))

interface Ready {
  status: string
  components: Record<string, { status: string; age_s?: number }>
}

it('health and metrics show the age of the newest backup', async () => {
  const BACKUP_DIR = join(folder, 'backups')
  const server = await startProgram({ DATA_DIR: join(folder, 'data'), BACKUP_DIR, METRICS_ENABLED: 'true' })
  const ready = async () => (await (await fetch(`${server.url}/health/ready`)).json()) as Ready
  // Polls, because no event announces the backup.
  let { status, components } = await ready()
  while (components['backup']?.age_s === undefined) {
    await pause(50)
    ;({ status, components } = await ready())
  }
  assert.deepEqual([status, components['backup'].status], ['ok', 'ok'])
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  assert.match(metrics, /^daymark_backup_timestamp_seconds \d+/m)
  assert.match(metrics, /^daymark_backup_age_seconds \d+$/m)
  assert.match(metrics, /^daymark_backup_overdue 0$/m)
  assert.equal(await server.stop(), 0)
  assert.match(readdirSync(BACKUP_DIR).sort().join(), /^\.daymark-backups,daymark-\d{8}T\d{6}Z\.tar\.gz$/)
})
