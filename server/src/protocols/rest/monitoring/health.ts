// Liveness and readiness checks. Responses are public, so they contain no user data and no file paths.
import type { Readiness, serverRoutes } from '@daymark/contract/accounts/server-info'
import { cachedFor } from '../../../platform/kernel/concurrency/cached.ts'
import { Problem } from '../../../platform/kernel/errors.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Supervised } from '../../../platform/workers/supervised.ts'

export interface Component {
  name: string
  /** Rejects if the component does not work. */
  check(): Promise<void>
  /** True if the service works without this component, with reduced functionality. */
  optional?: boolean
  /** Seconds since the component last did its work, if that matters. */
  age?(): number | undefined
}

const CHECK_MS = 2_000
/**
 * How long results are cached. Anyone may request readiness, and a check may ask the database, Redis and the issuer.
 */
const FRESH_MS = 1_000

export const healthOf = (components: readonly Component[], clock: Clock): (() => Promise<Readiness>) =>
  cachedFor(FRESH_MS, clock, () => check(components))

export function healthHandlers(
  readiness: () => Promise<Readiness>,
): Pick<Handlers<typeof serverRoutes>, 'health' | 'ready'> {
  return {
    health: async () => ({ status: 'ok' }),
    ready: async ({ status }) => {
      const answer = await readiness()
      if (answer.status === 'unavailable') status(503)
      return answer
    },
  }
}

async function check(components: readonly Component[]): Promise<Readiness> {
  const states = await Promise.all(components.map(stateOf))
  const down = components.filter((_, i) => states[i]?.status !== 'ok')
  const failed = down.some(component => !component.optional)
  return {
    status: failed ? 'unavailable' : down.length > 0 ? 'degraded' : 'ok',
    components: Object.fromEntries(
      components.map((component, i) => [component.name, presented(component, states[i] ?? DOWN)]),
    ),
  }
}

interface State {
  status: 'ok' | 'down'
  reason?: string
}
const DOWN: State = { status: 'down' }

function presented({ age }: Component, state: State) {
  const age_s = age?.()
  return { ...state, ...(age_s !== undefined && { age_s }) }
}

async function stateOf(component: Component): Promise<State> {
  const late = Promise.withResolvers<State>()
  const timer = setTimeout(() => late.resolve(DOWN), CHECK_MS)
  const answer = component.check().then(
    (): State => ({ status: 'ok' }),
    // Only the message of a `Problem` is safe to publish.
    (error: unknown): State => (error instanceof Problem ? { ...DOWN, reason: error.message } : DOWN),
  )
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Turns the limiter's state into a health check that fails while the limiter cannot use Redis. */
export const sharedBy = (check: () => Promise<string>) => async () => {
  if ((await check()) !== 'shared')
    throw new Error('Redis cannot be reached; this instance counts rate limits on its own.')
}

/** One worker is enough to serve requests, so missing workers only degrade the service. */
export const workersComponent = ({ state }: Pick<Supervised, 'state'>): Component => ({
  name: 'workers',
  optional: true,
  async check() {
    const { wanted, listening } = await state()
    if (listening < wanted) throw new Error(`Only ${listening} of ${wanted} workers accept requests.`)
  },
})
