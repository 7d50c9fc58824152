import { availableParallelism } from 'node:os'
import type { Readiness } from '@daymark/contract/accounts/server-info'
import type { Config } from '../../config/config.ts'
import { connectRedis } from '../../platform/redis/connect.ts'
import { bad, type Finding, ok, reasonOf, TIMEOUT_MS, warning } from './finding.ts'

export async function checkRedis({ REDIS_URL }: Config): Promise<Finding[]> {
  if (REDIS_URL === undefined) return [ok('Redis: not configured; fine for one instance.')]
  const redis = connectRedis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  })
  // `connect` rejects with only "connection is closed"; the error event contains the reason.
  let reason: unknown
  redis.on('error', error => {
    reason = error
  })
  try {
    await redis.connect()
    return memoryFindings(await redis.info('memory'))
  } catch (error) {
    return [
      warning(
        `Redis: cannot be reached: ${reasonOf(reason ?? error)}`,
        'Instances keep working, but each one counts limits and notifies devices on its own. Check REDIS_URL.',
      ),
    ]
  } finally {
    redis.disconnect()
  }
}

function memoryFindings(info: string): Finding[] {
  const fact = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
  const findings: Finding[] = []
  const policy = fact('maxmemory_policy')
  const [used, most] = [Number(fact('used_memory')), Number(fact('maxmemory'))]
  if (most > 0 && used > 0.9 * most)
    findings.push(warning('Redis: more than 90% of its memory is used.', 'Raise maxmemory.'))
  if (most > 0 && policy.startsWith('allkeys'))
    findings.push(
      warning(
        `Redis: the eviction policy ${policy} may delete rate limit counters.`,
        'Set maxmemory-policy to noeviction or volatile-ttl.',
      ),
    )
  return findings.length > 0 ? findings : [ok('Redis: answers, and has enough memory.')]
}

export async function checkIssuer({
  OIDC_ISSUER_URL,
  OIDC_JWKS_URL,
  OIDC_CLIENT_ID,
}: Config): Promise<Finding[]> {
  if (OIDC_ISSUER_URL === undefined) return [ok('Sign-in: accounts of this server.')]
  const findings: Finding[] = []
  try {
    const keysUrl = OIDC_JWKS_URL ?? (await discoveredKeys(OIDC_ISSUER_URL))
    const { keys } = (await answerOf(keysUrl)) as { keys?: unknown[] }
    if (!keys?.length) throw new Error(`${keysUrl} lists no keys`)
    findings.push(ok(`Sign-in: ${OIDC_ISSUER_URL} answers.`))
  } catch (error) {
    findings.push(
      bad(
        `Sign-in: the issuer cannot be used: ${reasonOf(error)}.`,
        'Check OIDC_ISSUER_URL. Until it answers, new sign-ins fail.',
      ),
    )
  }
  if (OIDC_CLIENT_ID === undefined)
    findings.push(
      warning(
        'Sign-in: OIDC_CLIENT_ID is not set.',
        'The API works, but people cannot sign in to the web app.',
      ),
    )
  return findings
}

async function discoveredKeys(issuer: string): Promise<string> {
  const document = (await answerOf(`${issuer}/.well-known/openid-configuration`)) as {
    issuer?: string
    jwks_uri?: string
  }
  if (document.issuer?.replace(/\/+$/, '') !== issuer)
    throw new Error(`it calls itself ${document.issuer}, but OIDC_ISSUER_URL is ${issuer}`)
  return document.jwks_uri ?? ''
}

async function answerOf(address: string): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    throw new Error(`${address} cannot be reached: ${reasonOf(error)}`)
  }
  if (!response.ok) throw new Error(`${address} answers ${response.status}`)
  return response.json()
}

/** Compares this clock with the issuer's, because the issuer sets the times in tokens. */
export async function checkIssuerClock(
  { OIDC_ISSUER_URL, JWT_LEEWAY_S }: Config,
  now: number,
): Promise<Finding> {
  if (OIDC_ISSUER_URL === undefined)
    return ok('Clock: not compared with an issuer, because this server issues its own tokens.')
  try {
    const response = await fetch(OIDC_ISSUER_URL, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const theirs = Date.parse(response.headers.get('date') ?? '')
    if (Number.isNaN(theirs)) return ok('Clock: the issuer does not send its time.')
    const skew = Math.abs(now - theirs)
    // The `Date` header has no fractions of a second.
    if (skew <= JWT_LEEWAY_S * 1000 + 1000) return ok('Clock: agrees with the issuer.')
    return bad(
      `Clock: differs from the issuer's clock by ${Math.round(skew / 1000)} s.`,
      `Use NTP to set the clock, or valid tokens are rejected (JWT_LEEWAY_S tolerates ${JWT_LEEWAY_S} s).`,
    )
  } catch {
    return warning('Clock: could not be compared with the issuer.', 'Repeat this when the issuer answers.')
  }
}

/** The port may be used by a running Daymark server, but another program would keep the server from starting. */
export async function checkPort({ HOST, PORT }: Config): Promise<Finding[]> {
  if (PORT === 0) return [ok('Port: the server picks a free one.')]
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { status } = (await response.json()) as { status?: string }
    if (status === 'ok')
      return [ok(`Port: a server answers at ${address}.`), ...(await runningServer(address))]
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    if (code === 'ECONNREFUSED') return [ok(`Port: ${PORT} is free; no server is running.`)]
  }
  return [bad(`Port: another program uses ${host}:${PORT}.`, 'Stop it, or choose another PORT.')]
}

/** What the running server itself reports as not working. */
async function runningServer(address: string): Promise<Finding[]> {
  try {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { status, components } = (await response.json()) as Readiness
    const down = Object.entries(components).filter(([, component]) => component.status === 'down')
    const findings = down.map(([name, { reason = 'does not work.' }]) =>
      status === 'unavailable'
        ? bad(`Server: ${name}: ${reason}`)
        : warning(`Server: ${name}: ${reason}`, 'Read its log.'),
    )
    return findings.length > 0 ? findings : [ok('Server: it is ready.')]
  } catch (error) {
    return [bad(`Server: it does not say whether it is ready: ${reasonOf(error)}`, 'Read its log.')]
  }
}

/** One process uses one processor. Several processes can share the work only with PostgreSQL and Redis. */
export function checkWorkers(
  { WORKERS, REDIS_URL, database }: Pick<Config, 'WORKERS' | 'REDIS_URL' | 'database'>,
  processors = availableParallelism(),
): Finding[] {
  if (WORKERS > processors)
    return [
      warning(
        `Workers: ${WORKERS} workers share ${processors === 1 ? 'one processor' : `${processors} processors`}.`,
        'Set WORKERS=auto: more workers than processors only use more memory.',
      ),
    ]
  if (WORKERS > 1) return [ok(`Workers: ${WORKERS} on ${processors} processors.`)]
  if (database.kind === 'sqlite' || REDIS_URL === undefined || processors === 1) return []
  return [ok(`Workers: one process uses one of ${processors} processors; WORKERS=auto uses all.`)]
}
