// Restarts two instances behind a real nginx under load, in sequence: no request may fail.
// npm run bench:rolling -- --rounds 3   (needs nginx and Redis)
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../scripts/services/free-port.ts'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { type RunningServer, startProgram } from '../../server/test/support/process.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, clients: { type: 'string', default: '16' } },
})
const CONFIG = join(import.meta.dirname, '../../deploy/nginx.conf')
/** The pause after each restart, which leaves time to notice failures that appear only after the instance is back. */
const BETWEEN_MS = 1_000
const SHOWN = 10

const folder = mkdtempSync(join(tmpdir(), 'daymark-rolling-'))
const issuer = await startIssuer()
const postgres = await startPostgres()
const redis = await startRedis()
const [front, ...ports] = [await freePort(), await freePort(), await freePort()]
const start = (port: number): Promise<RunningServer> =>
  startProgram({
    ...issuer.settings,
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    QUOTA_TAG_GROUPS: '0',
  })
const instances = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)]
const nginx = await startNginx()
const token = await issuer.token({ sub: 'ann' }, { expiresIn: 86_400 })
const counts = new Map<string, number>()
let isOver = false
const load = Array.from({ length: Number(values.clients) }, (_, at) => sendRequests(at))
for (let round = 0; round < Number(values.rounds); round++)
  for (const [at, port] of ports.entries()) {
    await instances[at]?.stop()
    instances[at] = await start(port)
    await pause(BETWEEN_MS)
  }
isOver = true
await Promise.all(load)
console.log(Object.fromEntries([...counts].sort()))
const metrics = await fetch(`http://127.0.0.1:${front}/metrics`)
const errors = readFileSync(join(folder, 'error.log'), 'utf8').split('\n')
// Refused connections are expected: nginx then tries the other instance.
const unexpected = errors.filter(line => line && !line.includes('Connection refused'))
console.log(unexpected.slice(0, SHOWN).join('\n'))
if (unexpected.length > SHOWN) console.log(`and ${unexpected.length - SHOWN} more lines`)
console.log(`/metrics through nginx: ${metrics.status}`)
nginx.kill('SIGQUIT')
await once(nginx, 'exit')
for (const instance of instances) await instance.stop()
await postgres.stop()
await redis.stop()
await issuer.close()
rmSync(folder, { recursive: true })
const failed = [...counts].filter(([outcome]) => !/ 20[01]$/.test(outcome))
process.exit(failed.length === 0 && metrics.status === 404 ? 0 : 1)

/** Sends reads and writes without retries, like curl. */
async function sendRequests(at: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let count = 0; !isOver; count++) {
    const isWrite = count % 3 === 0
    const body = JSON.stringify({ name: `group ${at} ${count}`, color: '#112233' })
    const outcome = await fetch(`http://127.0.0.1:${front}/v1/tags/groups${isWrite ? '' : '?limit=1'}`, {
      headers,
      ...(isWrite && { method: 'POST', body }),
    }).then(
      async response => {
        await response.arrayBuffer()
        return String(response.status)
      },
      (error: Error) => error.message,
    )
    const key = `${isWrite ? 'POST' : 'GET'} ${outcome}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
}

/** Starts nginx with the repository's configuration and this test's addresses. */
async function startNginx() {
  const site = readFileSync(CONFIG, 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${front};`)
    .replaceAll('daymark-a:2614', `127.0.0.1:${ports[0]}`)
    .replaceAll('daymark-b:2614', `127.0.0.1:${ports[1]}`)
  const whole = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi;
uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${site}
}`
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, whole)
  execFileSync('nginx', ['-t', '-q', '-c', path])
  const child = spawn('nginx', ['-c', path], { stdio: 'inherit' })
  while (!(await fetch(`http://127.0.0.1:${front}/health`).catch(() => undefined))?.ok) await pause(50)
  return child
}
