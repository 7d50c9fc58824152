// Whether the server lives, and whether its parts are ready for work. Names no user and no path.
import type { FastifyInstance } from 'fastify'

export interface Component {
  name: string
  /** Rejects when the part cannot do its work. */
  check(): Promise<void>
  /** The service goes on without it, in a lesser way. */
  optional?: boolean
}

const CHECK_MS = 2_000

export function health(app: FastifyInstance, components: readonly Component[]): void {
  app.get('/health', async () => ({ status: 'ok' }))

  app.get('/health/ready', async (_request, reply) => {
    const states = await Promise.all(components.map(stateOf))
    const down = components.filter((_, i) => states[i] !== 'ok')
    const failed = down.some(component => !component.optional)
    reply.code(failed ? 503 : 200)
    return {
      status: failed ? 'unavailable' : down.length > 0 ? 'degraded' : 'ok',
      components: Object.fromEntries(
        components.map((component, i) => [component.name, { status: states[i] }]),
      ),
    }
  })
}

async function stateOf(component: Component): Promise<'ok' | 'down'> {
  const late = Promise.withResolvers<'down'>()
  const timer = setTimeout(() => late.resolve('down'), CHECK_MS)
  const answer = component.check().then(
    () => 'ok' as const,
    () => 'down' as const,
  )
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
