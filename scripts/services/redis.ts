// Starts a real Redis or Valkey on loopback without persistence, so that a restart loses all data.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from './programs.ts'
import { type Service, startService } from './service.ts'
import { RunningProgram } from './supervise.ts'

export interface RedisOptions {
  password?: string
  /** Additional lines for the settings file. */
  settings?: readonly string[]
  /** Runs a Sentinel, which does not use a password. */
  isSentinel?: boolean
}

export async function startRedis(options: RedisOptions = {}): Promise<Service> {
  const command = await findProgram('redis')
  const { password = randomBytes(16).toString('hex'), settings: more = [], isSentinel = false } = options
  return startService('redis', async folder => ({
    url: port => `redis://:${password}@127.0.0.1:${port}`,
    async start(port) {
      const file = join(folder, 'redis.conf')
      // Passes the password in a file, because every user can read the command lines of running programs.
      const lines = isSentinel ? sentinelSettings(folder, port) : settings(folder, password, port)
      await writeFile(file, [...lines, ...more, ''].join('\n'), { mode: 0o600 })
      const env = { PATH: process.env['PATH'], LC_ALL: 'C' }
      const redis = new RunningProgram(
        {
          command,
          args: [file, ...(isSentinel ? ['--sentinel'] : [])],
          cwd: folder,
          env,
          quickEnd: 'SIGKILL',
          folder,
        },
        'pipe',
      )
      await redis.ready(isSentinel ? '+monitor master' : 'Ready to accept connections')
      return redis
    },
    stop: redis => redis.end('SIGTERM'),
    kill: redis => redis.end('SIGKILL'),
  }))
}

const settings = (folder: string, password: string, port: number): string[] => [
  'bind 127.0.0.1',
  `port ${port}`,
  `requirepass ${password}`,
  `dir "${folder}"`,
  'save ""',
  'appendonly no',
]

const sentinelSettings = (folder: string, port: number): string[] => [
  'bind 127.0.0.1',
  `port ${port}`,
  `dir "${folder}"`,
]
