// Starts a real PostgreSQL on loopback in a temporary folder.
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, unprivilegedAccount } from './account.ts'
import { type PostgresPrograms, postgresPrograms } from './postgres-programs.ts'
import { childrenOf, isAlive, sendSignal } from './processes.ts'
import { type ProvidedServer, provide } from './provided-server.ts'
import { runToEnd } from './run-to-end.ts'
import { launch, type ServerProcess } from './server-process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const CLUSTER = 'cluster'

export interface PostgresOptions {
  /** Commits reach the disk before they are acknowledged, as in production; without it tests run faster. */
  durable?: boolean
  port?: number
  /** Keeps the data in this folder, and uses what is already there. */
  dataDir?: string
}

interface Cluster {
  folder: string
  password: string
  programs: PostgresPrograms
  account: Account | undefined
}

export async function startPostgres(options: PostgresOptions = {}): Promise<ProvidedServer> {
  const account = await unprivilegedAccount()
  const programs = await postgresPrograms(account)
  const temporary = options.dataDir === undefined ? await makeTemporaryFolder('postgres') : undefined
  const dataDir = temporary?.path ?? resolve(options.dataDir ?? '')
  const cleanUp = async () => {
    await releaseSharedMemory(dataDir)
    await temporary?.remove()
  }
  const cluster = await openCluster(dataDir, programs, account).catch(async error => {
    await cleanUp()
    throw error
  })
  return provide({
    url: port => `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`,
    port: options.port,
    dataDir,
    start: port => launchPostgres(cluster, port, options.durable === true),
    // SIGINT is PostgreSQL's "fast shutdown": SIGTERM would wait until every client has gone.
    stop: running => running.end('SIGINT'),
    kill: killAll,
    cleanUp,
  })
}

async function openCluster(
  dataDir: string,
  programs: PostgresPrograms,
  account: Account | undefined,
): Promise<Cluster> {
  const folder = join(dataDir, CLUSTER)
  const passwordFile = join(dataDir, 'password')
  const exists = await stat(join(folder, 'PG_VERSION')).catch(() => undefined)
  if (exists) return { folder, password: await readFile(passwordFile, 'utf8'), programs, account }
  const password = randomBytes(16).toString('hex')
  await mkdir(folder, { recursive: true, mode: account ? 0o711 : 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) {
    for (const path of [folder, passwordFile]) await chown(path, account.uid, account.gid)
  }
  await runToEnd(programs.initdb, initdbArguments(folder, passwordFile), { account, cwd: dataDir })
  return { folder, password, programs, account }
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  return [
    ...['--pgdata', folder, '--username', 'postgres', '--pwfile', passwordFile],
    ...['--auth', 'scram-sha-256', '--no-sync', '--encoding', 'UTF8', '--locale', 'C'],
    // Most clusters sort by a language's rules, not by code points: a query that relies on the default must show.
    ...['--locale-provider', 'icu', '--icu-locale', 'en-US'],
  ]
}

function launchPostgres(cluster: Cluster, port: number, durable: boolean): Promise<ServerProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // Start and stop are reported, the errors that tests provoke are not.
    log_min_messages: 'log',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return launch({
    command: cluster.programs.postgres,
    args: [
      ...['-D', cluster.folder, '-p', String(port)],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    cwd: cluster.folder,
    account: cluster.account,
    readyWords: 'database system is ready to accept connections',
    quickEnd: 'SIGQUIT',
  })
}

// Each connection is a process of its own: left alive, it could still finish its work after the "crash",
// and PostgreSQL refuses to start again beside it. Stopped first, the parent starts no new ones meanwhile.
async function killAll(running: ServerProcess): Promise<void> {
  if (!running.isRunning) return
  sendSignal(running.pid, 'SIGSTOP')
  const connections = childrenOf(running.pid)
  for (const pid of connections) sendSignal(pid, 'SIGKILL')
  await running.end('SIGKILL')
  while (connections.some(isAlive)) await sleep(5)
}

// After a kill the next start takes over the server's shared memory; if there is none, it would stay in the system.
async function releaseSharedMemory(dataDir: string): Promise<void> {
  const lock = await readFile(join(dataDir, CLUSTER, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , , , memory = ''] = lock.split('\n')
  const [, id] = memory.trim().split(/\s+/)
  if (!id || isAlive(Number(pid))) return
  await runToEnd('ipcrm', ['-m', id], { account: undefined, cwd: '/' }).catch(() => {})
}
