// The limit: a bare Fastify with `node:sqlite` that runs the statements of the server and gives the same JSON,
// without sign-in, limits, validation or presentation. A program of its own, started by the comparisons.
import { once } from 'node:events'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import Fastify, { type FastifyInstance } from 'fastify'
import { authenticator } from '../server/src/http/authenticator.ts'
import { identify } from '../server/src/http/identify.ts'
import { limitRequests } from '../server/src/http/limits.ts'
import { systemClock } from '../server/src/kernel/clock.ts'
import { newId } from '../server/src/kernel/ids.ts'
import { MemoryLimiter } from '../server/src/limiter/memory.ts'
import { restRules, ruleLookup } from '../server/src/limiter/rules.ts'
import type { Recorded } from './support/record.ts'
import { readTodos, type Statements } from './support/todo-limit.ts'

export interface LimitOrder {
  path: string
  todos: Statements
  recorded: Record<string, Recorded>
  /** With the real hooks of sign-in and of limits before everything, to see what these two cost. */
  guarded?: boolean
}

async function startLimit({ path, todos, recorded, guarded }: LimitOrder): Promise<number> {
  const db = new DatabaseSync(path, { timeout: 5000 })
  db.exec(
    'pragma synchronous = full; pragma mmap_size = 268435456; pragma temp_store = memory; pragma cache_size = -16000',
  )
  const app = Fastify()
  if (guarded) guard(app)
  if (todos.tags) readTodos(app, db, todos)
  for (const [name, each] of Object.entries(recorded)) replay(app, db, name, each)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

/** Runs what was recorded again, with ids of its own where the request had made some, and answers the same. */
function replay(app: FastifyInstance, db: DatabaseSync, name: string, recorded: Recorded): void {
  const statements = recorded.statements.map(({ text, values }) => {
    const statement = db.prepare(text)
    const reads = statement.columns().length > 0
    const made = (value: unknown) => recorded.made.some(id => String(value).includes(id))
    return { statement, reads, values: values as SQLInputValue[], fresh: values.some(made) }
  })
  const renew = (text: string, ids: string[]) =>
    recorded.made.reduce((result, id, at) => result.replaceAll(id, ids[at] ?? ''), text)
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  const run = (ids: string[]) => {
    for (const { statement, reads, values, fresh } of statements) {
      const given = fresh ? values.map(each => (typeof each === 'string' ? renew(each, ids) : each)) : values
      if (reads) statement.all(...given)
      else statement.run(...given)
    }
  }
  app.route({
    method: recorded.writes ? 'POST' : 'GET',
    url: name.startsWith('/') ? name : `/replay/${name}`,
    handler: async (_request, reply) => {
      const ids = recorded.made.map(newId)
      if (recorded.writes) begin.run()
      run(ids)
      if (recorded.writes) commit.run()
      if (ids.length === 0) return recorded.answer
      reply.header('content-type', 'application/json; charset=utf-8')
      return renew(JSON.stringify(recorded.answer), ids)
    },
  })
}

/** Tokens are the names of people here: the first look at a token is not what is measured. */
function guard(app: FastifyInstance): void {
  const sessions = authenticator({
    clock: systemClock,
    verify: async token => ({ user_id: token, expires_at: Number.POSITIVE_INFINITY }),
    rememberProfile: async () => {},
    ended: async () => [],
  })
  identify(app, sessions)
  limitRequests(app, {
    limiter: new MemoryLimiter(systemClock, { max_keys_per_rule: 100_000 }),
    ruleFor: ruleLookup(restRules({ default_window_s: 60, default_max: 60 })),
    addressOf: request => request.ip,
  })
}

const [order] = (await once(process, 'message')) as [LimitOrder]
process.send?.({ port: await startLimit(order) })
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
