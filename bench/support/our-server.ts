// Runs the server under test in a separate process, with a test issuer and default logging.
import { once } from 'node:events'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { startTestApp } from '../../server/test/support/app.ts'
import { type Stage, upTo } from './write-stages.ts'

export interface ServerOrder {
  database: DatabaseAddress
  people: string[]
  settings?: Record<string, string>
  /** Runs the stages of a write only up to this one. */
  stage?: Stage
}

async function serve({ database, people, settings, stage = 'notices' }: ServerOrder) {
  const { storage, record } = upTo(stage, await openStorage(database, { shared: true }))
  const server = await startTestApp(
    storage,
    { LOG_LEVEL: 'info', QUOTA_TODOS: '0', ...settings },
    { watched: false, ...(record && { record }) },
  )
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const tokens: Record<string, string> = {}
  for (const sub of people) {
    const token = await server.issuer.token({ sub, name: sub }, { expiresIn: 86_400 })
    await server.fetch('/v1/users/me', { headers: { authorization: `Bearer ${token}` } })
    tokens[sub] = token
  }
  const address = server.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return { port: address.port, tokens }
}

const [order] = (await once(process, 'message')) as [ServerOrder]
process.send?.(await serve(order))
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
