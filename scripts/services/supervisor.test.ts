import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './processes.ts'

const OWNER = `
  import { startPostgres } from '${join(import.meta.dirname, 'postgres.ts')}'
  import { startRedis } from '${join(import.meta.dirname, 'redis.ts')}'
  const servers = await Promise.all([startPostgres(), startRedis()])
  console.log(JSON.stringify(servers.map(({ pid, folder }) => ({ pid, folder }))))
  if (process.argv[1] === 'wait') setInterval(() => {}, 1000)
`

interface Left {
  pid: number
  folder: string
}

async function startOwner(word: string) {
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, word], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: owner.stdout })) {
    const left: Left[] = JSON.parse(line)
    return { owner, left }
  }
  throw new Error('The owner started no server.')
}

async function untilGone(left: Left[], signal: AbortSignal): Promise<void> {
  while (left.some(({ pid, folder }) => isAlive(pid) || existsSync(folder))) {
    await sleep(20, undefined, { signal })
  }
}

test('servers and folders are removed when their owner is killed', { timeout: 60_000 }, async ({
  signal,
}) => {
  const { owner, left } = await startOwner('wait')
  assert.ok(left.length === 2 && left.every(({ pid, folder }) => isAlive(pid) && existsSync(folder)))
  owner.kill('SIGKILL')
  await untilGone(left, signal)
})

test('forgotten servers do not keep their owner from exiting, and are removed with it', {
  timeout: 60_000,
}, async ({ signal }) => {
  const { left } = await startOwner('forget')
  await untilGone(left, signal)
})
