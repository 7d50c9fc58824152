// Runs the PostgreSQL steps in docs/guides/backups.md on a real server: pg_dump and pg_restore while the server runs,
// and recovery to a point in time. npm run bench:recovery   (needs PostgreSQL programs, such as postgresql-15)
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { runProgram, startProgram } from '../../server/test/support/process.ts'

const programs = process.env['TEST_POSTGRES_BIN'] ?? globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
if (programs === undefined || !existsSync(join(programs, 'pg_dump')))
  throw new Error('pg_dump is missing. Install postgresql, or name its folder in TEST_POSTGRES_BIN.')
process.env['TEST_POSTGRES_BIN'] = programs
const run = (program: string, ...args: string[]) =>
  execFileSync(join(programs, program), args, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })

await using postgres = await startPostgres({
  durable: true,
  settings: folder => ({
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f`,
  }),
})
const archive = join(postgres.folder, 'archive')
const cluster = join(postgres.folder, 'cluster')
const account = statSync(cluster)
const give = (path: string) => chownSync(path, account.uid, account.gid)
const DATA_DIR = join(postgres.folder, 'data')
mkdirSync(archive)
give(archive)
const version = (await ask(postgres.url, 'show server_version'))[0]?.['server_version']
await ask(postgres.url, 'create database daymark')
const address = (database: string) => postgres.url.replace(/\/postgres$/, `/${database}`)
const start = (database: string) => startProgram({ DATA_DIR, DATABASE_URL: address(database) })

const server = await start('daymark')
await token('daymark')
const add = async (name: string) =>
  call(server.url, await token('daymark'), {
    method: 'POST',
    body: JSON.stringify({ name, color: '#112233' }),
  })
await add('before the dump')

const dump = join(postgres.folder, 'daymark.dump')
run('pg_dump', '--format=custom', `--file=${dump}`, address('daymark'))
await ask(postgres.url, 'create database restored')
run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${address('restored')}`, dump)
await expect('restored', ['before the dump'], 'pg_dump and pg_restore')

const base = join(postgres.folder, 'base')
run('pg_basebackup', `--pgdata=${base}`, '--checkpoint=fast', `--dbname=${postgres.url}`)
await add('after the base backup')
const [{ now: moment } = {}] = await ask(postgres.url, 'select clock_timestamp()::text as now')
await add('after the moment')
await server.stop()
// Requests archiving, because PostgreSQL archives the last WAL segment only when it is complete.
await ask(postgres.url, 'select pg_switch_wal()')
await postgres.stop()

rmSync(cluster, { recursive: true })
execFileSync('cp', ['--archive', base, cluster])
execFileSync('chown', ['--recursive', `${account.uid}:${account.gid}`, cluster])
appendFileSync(
  join(cluster, 'postgresql.auto.conf'),
  `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
)
writeFileSync(join(cluster, 'recovery.signal'), '')
give(join(cluster, 'recovery.signal'))
await postgres.restart()
await expect('daymark', ['after the base backup', 'before the dump'], 'recovery to a point in time')
console.log(`PostgreSQL ${version}: everything came back, and people can sign in.`)

/** Returns a token for Ann. The first call creates her account. Fails if the database's secret is missing. */
async function token(database: string): Promise<string> {
  const settings = { DATA_DIR, DATABASE_URL: address(database) }
  const { code, out, err } = await runProgram('commands/token.ts', ['--email', 'ann@example.org'], settings)
  if (code !== 0) throw new Error(err)
  return out
}

async function call(url: string, bearer: string, options: RequestInit = {}): Promise<{ name: string }[]> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/tags/groups`, { headers, ...options })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as { name: string }[]
}

async function expect(database: string, names: string[], what: string): Promise<void> {
  const restored = await start(database)
  const groups = await call(restored.url, await token(database))
  await restored.stop()
  const found = groups.map(({ name }) => name).toSorted()
  if (found.join() !== names.toSorted().join()) throw new Error(`${what}: found ${found.join()}`)
  console.log(`${what}: ok`)
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
