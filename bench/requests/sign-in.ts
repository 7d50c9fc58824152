// Measures how long a web app sign-in takes. Alternates the authorization code flow with the JSON endpoint that the
// web app used before. Also measures the memory that the first sign-in of each kind needs.
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/services/free-port.ts'
import { buildServer } from '../../scripts/services/server-program.ts'
import { median } from '../support/load.ts'
import { inWorkspace } from '../support/workspace.ts'

const PAIRS = Number(process.env['PAIRS'] ?? 40)
const SETTLED_MS = 3_000
const EMAIL = 'ann@example.org'
const PASSWORD = 'a long and quiet password'

await inWorkspace(async folder => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [await buildServer()], {
    env: {
      ...{ PATH: process.env['PATH'], PORT: String(port), PUBLIC_URL: origin, DATA_DIR: folder },
      ...{ LOG_LEVEL: 'warn', RATE_LIMIT_ENABLED: 'false' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const send = (path: string, init: RequestInit) =>
    fetch(new URL(path, origin), {
      ...init,
      redirect: 'manual',
      headers: { accept: 'application/json', origin, ...init.headers },
    })
  const post = (path: string, body: object) =>
    send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const megabytes = async () => {
    await sleep(SETTLED_MS)
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024)
  }

  async function withJson(): Promise<void> {
    const answer = await post('/auth/sign-in', { email: EMAIL, password: PASSWORD, refresh: 'cookie' })
    if (!answer.ok) throw new Error(await answer.text())
  }

  /**
   * Signs in with the authorization code flow. Sends the requests in sequence, as the web app does. Returns the time
   * at which the sign-in form arrived.
   */
  async function withCode(): Promise<number> {
    const jar = new Map<string, string>()
    async function follow(path: string, init: RequestInit = {}) {
      let at = path
      for (let next = init; ; next = {}) {
        const cookie = [...jar].map(pair => pair.join('=')).join('; ')
        const response = await send(at, { ...next, headers: { ...next.headers, cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          jar.set(name, value)
        }
        at = response.headers.get('location') ?? ''
        if (at === '' || at.includes('/callback?')) return { response, at }
        await response.arrayBuffer()
      }
    }
    const verifier = randomBytes(32).toString('base64url')
    const shared = { client_id: 'daymark-web', redirect_uri: `${origin}/callback` }
    const asked = new URLSearchParams({
      ...{ ...shared, response_type: 'code', scope: 'openid profile email', state: 's' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const form = await follow(`/auth/oauth/authorize?${asked}`)
    const { action, csrf } = (await form.response.json()) as { action: string; csrf: string }
    const opened = performance.now()
    const body = new URLSearchParams({ csrf, email: EMAIL, password: PASSWORD })
    const { at } = await follow(`${action}/login`, { method: 'POST', body })
    const code = new URL(at, origin).searchParams.get('code') ?? ''
    const exchange = { ...shared, grant_type: 'authorization_code', code, code_verifier: verifier }
    const answer = await follow('/auth/oauth/token', { method: 'POST', body: new URLSearchParams(exchange) })
    if (!answer.response.ok) throw new Error(await answer.response.text())
    return opened
  }

  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  try {
    while (!(await send('/health', {}).catch(() => undefined))?.ok) await sleep(20)
    const idle = await megabytes()
    await post('/auth/sign-up', { email: EMAIL, password: PASSWORD })
    const firstJson = await timed(withJson)
    const afterJson = await megabytes()
    const firstCode = await timed(withCode)
    const afterCode = await megabytes()
    const samples: Record<'json' | 'code' | 'submit', number[]> = { json: [], code: [], submit: [] }
    for (let at = 0; at < PAIRS; at++) {
      const both = [
        async () => samples.json.push(await timed(withJson)),
        async () => {
          const start = performance.now()
          const opened = await withCode()
          samples.code.push(performance.now() - start)
          samples.submit.push(performance.now() - opened)
        },
      ]
      for (const run of at % 2 === 0 ? both : both.toReversed()) await run()
    }
    const load = loadavg().map(each => each.toFixed(1))
    console.log(`${PAIRS} pairs, load ${load.join(' ')}; memory before any sign-in: ${idle} MB\n`)
    console.log('| sign-in | first | median | memory after the first |')
    console.log('|---|---|---|---|')
    const line = (name: string, first: number, all: number[], memory: number) =>
      console.log(`| ${name} | ${first.toFixed(0)} ms | ${median(all).toFixed(1)} ms | ${memory} MB |`)
    line('POST /auth/sign-in', firstJson, samples.json, afterJson)
    line('code flow of the web app', firstCode, samples.code, afterCode)
    console.log(`\nThe code flow after the person has sent the form: ${median(samples.submit).toFixed(1)} ms`)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
