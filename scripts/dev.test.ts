import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@daymark/client'
import { fullPath, type Route } from '@daymark/contract/route'
import { routes, signInRoutes } from '@daymark/contract/routes'
import { SERVER_PATHS } from '../web/server-paths.ts'
import { EARLIER_WEEKS, PASSWORD, PEOPLE, WEEKS } from './demo/data.ts'
import { freePort } from './services/free-port.ts'

test('every route of the contract is proxied to the server', () => {
  const all = Object.values({ ...routes, ...signInRoutes }).flatMap(group => Object.values<Route>(group))
  const paths = new Set(all.map(route => fullPath(route)))
  assert.ok(paths.size > 50, `${paths.size} paths`)
  const missing = [...paths].filter(path => !SERVER_PATHS.some(prefix => path.startsWith(prefix)))
  assert.deepEqual(missing, [])
})

test('npm run dev serves page, API and socket, and leaves nothing behind', async () => {
  const url = `http://localhost:${await freePort()}`
  const dev = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
    env: { ...process.env, PORT: new URL(url).port, DATA_DIR: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(dev, 'exit')
  let printed = ''
  const ready = new Promise<void>(resolve =>
    dev.stdout.on('data', chunk => {
      printed += String(chunk)
      if (printed.includes(PASSWORD)) resolve()
    }),
  )
  await Promise.race([ready, ended.then(() => assert.fail(`It ended:\n${printed}`))])
  assert.ok(printed.includes(url), printed)

  const page = await (await fetch(`${url}/todos`)).text()
  assert.match(page, /\/@vite\/client/)
  assert.match(await (await fetch(`${url}/docs`)).text(), /swagger-ui/)
  const body = { email: PEOPLE[0].email, password: PASSWORD }
  const { access_token } = await createClient({ baseUrl: url }).accounts.signIn({ body })
  const client = createClient({ baseUrl: url, token: access_token })
  const timers = await client.timers.list({ query: { limit: 500 } })
  assert.ok(timers.length > 150, `${timers.length} timers`)
  const first = Math.min(...timers.map(({ started_at }) => Date.parse(started_at ?? '')))
  assert.ok(first < Date.now() - (WEEKS + EARLIER_WEEKS - 1) * 7 * 86_400_000, 'the demo data has all weeks')
  const socket = client.timers.connect()
  await new Promise(resolve => socket.on('timers', ({ timers }) => timers.size > 0 && resolve(timers)))
  socket.close()

  const folder = /Data\s+(\S+)/.exec(printed)?.[1] ?? ''
  assert.ok(existsSync(folder))
  assert.ok(
    printed.includes(`DATA_DIR='${folder}' npm run --silent token`),
    'the command for a token of this server',
  )
  dev.kill('SIGTERM')
  await ended
  assert.ok(!existsSync(folder))
})
