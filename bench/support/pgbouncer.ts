// Starts a real PgBouncer in transaction mode in front of PostgreSQL.
import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../scripts/services/programs.ts'
import { type Service, startService } from '../../scripts/services/service.ts'
import { RunningProgram } from '../../scripts/services/supervise.ts'

export interface PgBouncer extends Service {
  readonly version: string
  readonly poolSize: number
  /** True for PgBouncer 1.21 or newer, which supports `max_prepared_statements`. */
  readonly keepsPrepared: boolean
}

/** Fewer than the server's connections to PgBouncer, so that several of those share one PostgreSQL connection. */
const POOL_SIZE = 5
/** Under root, PgBouncer runs as this user, because it refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

export async function startPgBouncer(postgresUrl: string): Promise<PgBouncer> {
  const command = await findProgram('pgbouncer')
  const { hostname, port: upstream, username, password, pathname } = new URL(postgresUrl)
  const version = /PgBouncer ([\d.]+)/.exec(execFileSync(command, ['--version']).toString())?.[1] ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const keepsPrepared = major > 1 || (major === 1 && minor >= 21)
  const service = await startService('pgbouncer', async folder => ({
    url: port => `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async start(port) {
      const file = join(folder, 'pgbouncer.ini')
      const lines = [
        '[databases]',
        `* = host=${hostname} port=${upstream} user=${username} password=${password}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        `default_pool_size = ${POOL_SIZE}`,
        'max_client_conn = 500',
        'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,extra_float_digits',
        ...(keepsPrepared ? ['max_prepared_statements = 500'] : []),
      ]
      writeFileSync(file, lines.join('\n'))
      chmodSync(folder, 0o755)
      const env = { PATH: process.env['PATH'], LC_ALL: 'C' }
      const account = process.getuid?.() === 0 ? NOBODY : undefined
      const running = new RunningProgram(
        { command, args: [file], cwd: folder, env, account, quickEnd: 'SIGKILL', folder },
        'pipe',
      )
      await running.ready('process up')
      return running
    },
    stop: running => running.end('SIGINT'),
    kill: running => running.end('SIGKILL'),
  }))
  return { ...service, version, poolSize: POOL_SIZE, keepsPrepared }
}
