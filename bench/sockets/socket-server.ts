// Runs the socket benchmarks' server in a separate process, to measure its memory and CPU time.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { startTestApp } from '../../server/test/support/app.ts'
import { listening } from '../../server/test/support/device.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openFreshPostgres } from '../../server/test/support/storages.ts'

type Question =
  | { token: string }
  | { friends: [string, string[]] }
  | { memory: true }
  | { cpu: true }
  | { stop: true }

export interface Memory {
  rss: number
  /** Heap and buffers still in use after a garbage collection. */
  used: number
}

/** Starts the server process. It uses PostgreSQL if a URL is given here or in TEST_POSTGRES_URL. */
export async function startSocketServer(postgresUrl?: string) {
  const child = fork(import.meta.filename, ['serve'], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...(postgresUrl && { TEST_POSTGRES_URL: postgresUrl }) },
  })
  child.setMaxListeners(0)
  const [address] = (await once(child, 'message')) as [string]
  return {
    address,
    token: (userId: string) => ask<string>(child, { token: userId }),
    befriend: (userId: string, friendIds: string[]) => ask<true>(child, { friends: [userId, friendIds] }),
    memory: () => ask<Memory>(child, { memory: true }),
    /** CPU time so far in milliseconds, which other load hardly affects. */
    cpu: () => ask<number>(child, { cpu: true }),
    async stop() {
      child.send({ stop: true })
      await once(child, 'exit')
    },
  }
}

let questions = 0

function ask<T>(child: ChildProcess, question: Question): Promise<T> {
  const id = ++questions
  child.send({ id, question })
  return new Promise(resolve => {
    const listener = (message: { id: number; answer: T }) => {
      if (message.id !== id) return
      child.off('message', listener)
      resolve(message.answer)
    }
    child.on('message', listener)
  })
}

async function serve(): Promise<void> {
  const storage = await (process.env['TEST_POSTGRES_URL'] ? openFreshPostgres() : openFreshSqlite())
  const settings = { WS_RATE_LIMIT_ENABLED: 'false', WS_MAX_CONNECTIONS_PER_USER: '100' }
  const server = await startTestApp(storage, settings, { watched: false })
  process.send?.(await listening(server.app))
  process.on('message', async (message: { id: number; question: Question } & { stop?: true }) => {
    if (message.stop) {
      await server.close()
      process.disconnect?.()
      return
    }
    process.send?.({ id: message.id, answer: await answer(message.question) })
  })

  async function answer(question: Question): Promise<unknown> {
    if ('token' in question) return server.issuer.token({ sub: question.token, name: question.token })
    if ('friends' in question) return makeFriends(...question.friends)
    if ('cpu' in question) return (process.cpuUsage().user + process.cpuUsage().system) / 1000
    for (let i = 0; i < 3; i++) {
      await globalThis.gc?.({ execution: 'async' })
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    return { rss, used: heapUsed + external + arrayBuffers }
  }

  async function makeFriends(userId: string, friendIds: string[]): Promise<true> {
    const owner = await server.as(userId)
    const { friend_code } = await owner.users.me()
    for (const id of friendIds) {
      const friend = await server.as(id)
      const request = await friend.friends.request({ body: { friend_code } })
      if ('id' in request) await owner.friends.accept({ params: { friendship_id: request.id } })
    }
    return true
  }
}

if (process.argv[2] === 'serve') await serve()
