// The examinations of the doctor: each gives findings in words, with advice where something is wrong.
import { Redis } from 'ioredis'
import type { Config } from '../config/config.ts'
import { SchemaMismatch } from '../platform/storage/schema/migrate.ts'
import { schemaState } from '../platform/storage/schema/schema-state.ts'

export interface Finding {
  state: 'ok' | 'warning' | 'bad'
  what: string
  advice?: string
}

const TIMEOUT_MS = 5_000
/** Beyond this, tokens would be refused that are good. */
const MAX_SKEW_MS = 20_000

const reasonOf = (error: unknown): string => {
  const { message, cause, code } = error as Error & { code?: string }
  return (cause instanceof Error ? cause.message : message) || code || String(error)
}

export async function checkDatabase({ database }: Config): Promise<Finding> {
  const name = database.kind === 'sqlite' ? `SQLite at ${database.path}` : 'PostgreSQL'
  try {
    return { state: 'ok', what: `Database: ${name} ${sayState(await schemaState(database))}` }
  } catch (error) {
    const advice =
      database.kind === 'sqlite'
        ? 'Does the folder exist, and may this user write to it (DATA_DIR)?'
        : 'Is DATABASE_URL right, is the server running, may this user log in?'
    const foreign = error instanceof SchemaMismatch
    return { state: 'bad', what: `Database: ${name} fails: ${reasonOf(error)}`, ...(!foreign && { advice }) }
  }
}

/** Looking changes nothing: an upgrade happens when the server starts, after a backup. */
function sayState(state: 'missing' | number): string {
  if (state === 'missing') return 'has no tables yet; the first start makes them.'
  if (state === 0) return 'answers and has the schema of this version.'
  return `answers. It is of an older version: the next start brings it up to date (${state} to do). Make a backup first.`
}

export async function checkRedis({ REDIS_URL }: Config): Promise<Finding> {
  if (REDIS_URL === undefined) return { state: 'ok', what: 'Redis: not configured; fine for one instance.' }
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  })
  // What the rejection says is only that the connection is closed; why, is said here.
  let reason: unknown
  redis.on('error', error => {
    reason = error
  })
  try {
    await redis.connect()
    await redis.ping()
    return { state: 'ok', what: 'Redis: answers.' }
  } catch (error) {
    return {
      state: 'warning',
      what: `Redis: cannot be reached: ${reasonOf(reason ?? error)}`,
      advice: 'Instances go on, but count limits and tell devices each for itself. Check REDIS_URL.',
    }
  } finally {
    redis.disconnect()
  }
}

export async function checkIssuer({
  OIDC_ISSUER_URL,
  OIDC_JWKS_URL,
  OIDC_CLIENT_ID,
}: Config): Promise<Finding[]> {
  if (OIDC_ISSUER_URL === undefined) return [{ state: 'ok', what: 'Sign-in: accounts of this server.' }]
  const address = OIDC_JWKS_URL ?? `${OIDC_ISSUER_URL}/.well-known/openid-configuration`
  const findings: Finding[] = []
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${address} answers ${response.status}`)
    findings.push({ state: 'ok', what: `Sign-in: ${OIDC_ISSUER_URL} answers.` })
  } catch (error) {
    findings.push({
      state: 'bad',
      what: `Sign-in: the issuer cannot be reached at ${address}: ${reasonOf(error)}`,
      advice: 'Check OIDC_ISSUER_URL; until it answers, nobody new can sign in.',
    })
  }
  if (OIDC_CLIENT_ID === undefined) {
    findings.push({
      state: 'warning',
      what: 'Sign-in: OIDC_CLIENT_ID is not set.',
      advice: 'The API works, but the web app cannot sign anybody in.',
    })
  }
  return findings
}

/** Compared with the issuer's clock, which is the one that tokens are stamped by. */
export async function checkClock({ OIDC_ISSUER_URL }: Config): Promise<Finding> {
  if (OIDC_ISSUER_URL === undefined)
    return { state: 'ok', what: 'Clock: tokens are stamped by this machine itself.' }
  try {
    const before = performance.now()
    const response = await fetch(OIDC_ISSUER_URL, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const theirs = Date.parse(response.headers.get('date') ?? '')
    if (Number.isNaN(theirs)) return { state: 'ok', what: 'Clock: the issuer does not tell the time.' }
    const skew = Math.abs(performance.timeOrigin + before - theirs)
    if (skew <= MAX_SKEW_MS) return { state: 'ok', what: 'Clock: agrees with the issuer.' }
    return {
      state: 'bad',
      what: `Clock: ${Math.round(skew / 1000)} s away from the issuer's.`,
      advice: 'Let NTP set the clock, or good tokens are refused.',
    }
  } catch {
    return { state: 'warning', what: 'Clock: could not be compared with the issuer.' }
  }
}
