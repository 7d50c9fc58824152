// The baseline server: Fastify with `node:sqlite` or `pg`. It runs the same SQL and sends the same JSON, without
// authentication, limits, validation or presentation. The comparisons start it as a separate process.
import { once } from 'node:events'
import Fastify, { type FastifyInstance } from 'fastify'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { systemClock } from '../../server/src/platform/kernel/time/clock.ts'
import { MemoryLimiter } from '../../server/src/platform/limiter/memory.ts'
import { publicRule, restRules, ruleLookup } from '../../server/src/platform/limiter/rules.ts'
import { authenticator } from '../../server/src/platform/sign-in/authenticator.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { identify } from '../../server/src/protocols/rest/identify.ts'
import { limitRequests } from '../../server/src/protocols/rest/limits/limit-requests.ts'
import { type Engine, openEngine } from '../support/engine.ts'
import type { Recorded } from '../support/record.ts'

export interface LimitOrder {
  database: DatabaseAddress
  recorded: Record<string, Recorded>
  /** Adds the server's hooks for authentication and rate limits, to measure their cost. */
  withHooks?: boolean
}

async function startLimit({ database, recorded, withHooks }: LimitOrder): Promise<number> {
  const engine = openEngine(database)
  const app = Fastify()
  if (withHooks) addHooks(app)
  for (const [name, each] of Object.entries(recorded)) replay(app, engine, name, each)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

/** Adds a route that runs the recorded statements, with new ids for created items, and sends the recorded response. */
function replay(app: FastifyInstance, engine: Engine, name: string, recorded: Recorded): void {
  const renew = (text: string, ids: string[]) =>
    recorded.made.reduce((result, id, at) => result.replaceAll(id, ids[at] ?? ''), text)
  const renewed = (value: unknown, ids: string[]): unknown => {
    if (Array.isArray(value)) return value.map(each => renewed(each, ids))
    return typeof value === 'string' ? renew(value, ids) : value
  }
  const made = (value: unknown) => recorded.made.some(id => String(value).includes(id))
  const steps = recorded.statements.map(({ text, values }) => ({ text, values, fresh: values.some(made) }))
  const valuesOf = ofPeople(recorded)
  let turn = 0
  const run = engine.prepare(
    steps.map(each => each.text),
    recorded.writes,
  )
  app.route({
    method: recorded.writes ? 'POST' : 'GET',
    url: `/replay/${name}`,
    handler: async (_request, reply) => {
      const ids = recorded.made.map(newId)
      const person = valuesOf[turn++ % valuesOf.length] ?? []
      const given = steps.map(({ text, fresh }, at) => {
        const values = person[at] ?? []
        const numbered = NUMBERED.test(text) ? withNumbers(text, values) : values
        return fresh ? numbered.map(each => renewed(each, ids)) : numbered
      })
      const pending = run(given)
      if (pending) await pending
      if (ids.length === 0) return recorded.answer
      reply.header('content-type', 'application/json; charset=utf-8')
      return renew(JSON.stringify(recorded.answer), ids)
    },
  })
}

/** Returns the values of all statements for each person, with that person's ids. */
function ofPeople({ statements, named = [], others = [] }: Recorded): unknown[][][] {
  const values = statements.map(each => each.values)
  return [named, ...others].map(ids => {
    const replaced = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(replaced)
      if (typeof value !== 'string') return value
      const at = named.indexOf(value)
      // Also replaces ids inside JSON, where they are quoted.
      return at < 0
        ? named.reduce((text, id, i) => text.replaceAll(`"${id}"`, `"${ids[i]}"`), value)
        : ids[at]
    }
    return values.map(each => each.map(replaced))
  })
}

/**
 * Matches inserts into the change log. On SQLite, their values include the `seq` of each log entry, so every replay
 * needs new numbers.
 */
const NUMBERED = /^\s*insert into changes \([^)]*\) values/
let nextSeq = 1_000_000_000_000

function withNumbers(text: string, values: readonly unknown[]): unknown[] {
  const width = text.slice(text.indexOf('('), text.indexOf(')')).split(',').length
  return values.map((value, at) => (at % width === 1 ? nextSeq++ : value))
}

/**
 * Adds the server's hooks. They accept a user id as the token, because verifying a new token is not part of the
 * measurement.
 */
function addHooks(app: FastifyInstance): void {
  const sessions = authenticator({
    clock: systemClock,
    verify: async token => ({ user_id: token, expires_at: Number.POSITIVE_INFINITY }),
    saveProfile: async () => {},
    ended: async () => [],
  })
  identify(app, sessions)
  const limiter = new MemoryLimiter(systemClock, { max_keys_per_rule: 100_000 })
  limitRequests(app, {
    limiter,
    others: { limiter, rule: publicRule },
    ruleFor: ruleLookup(restRules({ default_window_s: 60, default_max: 1_000_000 })),
    addressOf: request => request.ip,
  })
}

const [order] = (await once(process, 'message')) as [LimitOrder]
process.send?.({ port: await startLimit(order) })
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
