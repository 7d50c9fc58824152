// The checks of `npm run doctor`: each returns findings, with advice if something is wrong.
import { Redis } from 'ioredis'
import type { Config } from '../config/config.ts'
import { SchemaMismatch } from '../platform/storage/schema/migrate.ts'
import { type SchemaState, schemaState } from '../platform/storage/schema/schema-state.ts'

export interface Finding {
  state: 'ok' | 'warning' | 'bad'
  what: string
  advice?: string
}

const TIMEOUT_MS = 5_000
/** With a larger difference from the issuer's clock, the server may reject valid tokens. */
const MAX_SKEW_MS = 20_000

const reasonOf = (error: unknown): string => {
  const { message, cause, code } = error as Error & { code?: string }
  return (cause instanceof Error ? cause.message : message) || code || String(error)
}

export async function checkDatabase({ database }: Config): Promise<Finding> {
  const name = database.kind === 'sqlite' ? `SQLite at ${database.path}` : 'PostgreSQL'
  try {
    return { state: 'ok', what: `Database: ${name} ${describeState(await schemaState(database))}` }
  } catch (error) {
    const advice =
      database.kind === 'sqlite'
        ? 'Check that the folder exists and that this user may write to it (DATA_DIR).'
        : 'Check DATABASE_URL, that the server is running, and that this user may log in.'
    const foreign = error instanceof SchemaMismatch
    return { state: 'bad', what: `Database: ${name} fails: ${reasonOf(error)}`, ...(!foreign && { advice }) }
  }
}

/** Only reports pending migrations. The next start of the server runs them, so the operator can make a backup first. */
function describeState({ isMissing, pending }: SchemaState): string {
  if (isMissing) return 'has no tables yet; the first start creates them.'
  if (pending.length === 0) return 'answers and has the schema of this version.'
  const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
  return `answers. It has the schema of an older version: the next start upgrades it (${count}). Make a backup first, or run "npm run migrate", which makes one.`
}

export async function checkRedis({ REDIS_URL }: Config): Promise<Finding> {
  if (REDIS_URL === undefined) return { state: 'ok', what: 'Redis: not configured; fine for one instance.' }
  const redis = new Redis(REDIS_URL, {
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
    await redis.ping()
    return { state: 'ok', what: 'Redis: answers.' }
  } catch (error) {
    return {
      state: 'warning',
      what: `Redis: cannot be reached: ${reasonOf(reason ?? error)}`,
      advice:
        'Instances keep working, but each one counts limits and notifies devices on its own. Check REDIS_URL.',
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
      advice: 'Check OIDC_ISSUER_URL. Until it answers, no one new can sign in.',
    })
  }
  if (OIDC_CLIENT_ID === undefined) {
    findings.push({
      state: 'warning',
      what: 'Sign-in: OIDC_CLIENT_ID is not set.',
      advice: 'The API works, but people cannot sign in to the web app.',
    })
  }
  return findings
}

/** Compares this clock with the issuer's, because the issuer sets the times in tokens. */
export async function checkClock({ OIDC_ISSUER_URL }: Config): Promise<Finding> {
  if (OIDC_ISSUER_URL === undefined)
    return { state: 'ok', what: 'Clock: this machine itself sets the times in tokens.' }
  try {
    const before = performance.now()
    const response = await fetch(OIDC_ISSUER_URL, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const theirs = Date.parse(response.headers.get('date') ?? '')
    if (Number.isNaN(theirs)) return { state: 'ok', what: 'Clock: the issuer does not send its time.' }
    const skew = Math.abs(performance.timeOrigin + before - theirs)
    if (skew <= MAX_SKEW_MS) return { state: 'ok', what: 'Clock: agrees with the issuer.' }
    return {
      state: 'bad',
      what: `Clock: ${Math.round(skew / 1000)} s off from the issuer's.`,
      advice: 'Use NTP to set the clock, or valid tokens are rejected.',
    }
  } catch {
    return { state: 'warning', what: 'Clock: could not be compared with the issuer.' }
  }
}
