// Starts a real Redis (or Valkey) on loopback in a temporary folder.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { installPackage } from './apt.ts'
import { CannotProvide } from './cannot-provide.ts'
import { findOnPath } from './find-on-path.ts'
import { type ProvidedServer, provide } from './provided-server.ts'
import { launch } from './server-process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const PROGRAMS = ['redis-server', 'valkey-server']

export interface RedisOptions {
  /** Every write reaches the disk before it is acknowledged; without it nothing is kept. */
  durable?: boolean
  port?: number
  /** Keeps the data in this folder, and uses what is already there. */
  dataDir?: string
}

export async function startRedis(options: RedisOptions = {}): Promise<ProvidedServer> {
  const command = await redisProgram()
  const temporary = options.dataDir === undefined ? await makeTemporaryFolder('redis') : undefined
  const dataDir = temporary?.path ?? resolve(options.dataDir ?? '')
  await mkdir(dataDir, { recursive: true })
  const password = randomBytes(16).toString('hex')
  const settings = [
    'bind 127.0.0.1',
    `dir "${dataDir}"`,
    `requirepass ${password}`,
    'save ""',
    `appendonly ${options.durable ? 'yes' : 'no'}`,
    'appendfsync always',
  ]
  return provide({
    url: port => `redis://:${password}@127.0.0.1:${port}`,
    port: options.port,
    dataDir,
    start: port =>
      launch({
        command,
        // From standard input, so that the password is not on the command line.
        args: ['-'],
        input: [...settings, `port ${port}`, ''].join('\n'),
        cwd: dataDir,
        readyWords: 'Ready to accept connections',
        quickEnd: 'SIGTERM',
      }),
    stop: running => running.end('SIGTERM'),
    kill: running => running.end('SIGKILL'),
    cleanUp: async () => temporary?.remove(),
  })
}

async function redisProgram(): Promise<string> {
  const present = findOnPath(PROGRAMS)
  if (present) return present
  const reason = await installPackage('redis-server')
  const installed = findOnPath(PROGRAMS)
  if (installed) return installed
  throw new CannotProvide(
    `Redis is missing and could not be installed (${reason ?? 'it is not on PATH'}): ` +
      'install redis-server or valkey-server, or set TEST_REDIS_URL to a running one.',
  )
}
