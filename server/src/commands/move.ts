import { basename, dirname, join } from 'node:path'
import { argumentPath, readConfig } from '../config/config.ts'
import { isThere } from '../platform/storage/copies/backup.ts'
import { moveToPostgres, moveToSqlite } from '../platform/storage/copies/move/directions.ts'
import type { Progress } from '../platform/storage/copies/move/move.ts'
import { postgresUrlFault } from '../platform/storage/database-name.ts'
import { holdServerLock } from '../platform/storage/sqlite/sqlite-lock.ts'
import { Refusal } from './support/arguments.ts'
import { recordCommandIn } from './support/audit.ts'
import { announceDatabase, runCommand } from './support/command.ts'

const USAGE = `Usage:
  npm run move -- --to postgres://user:password@host/database    from SQLite (DATA_DIR) to PostgreSQL
  npm run move -- --to folder/daymark.db                         from PostgreSQL (DATABASE_URL) to SQLite`
const BAR_WIDTH = 30

function bar({ step, table, done, total }: Progress): void {
  if (done < total && !process.stdout.isTTY) return
  const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH)
  const line = `  ${step.padEnd(6)} ${table.padEnd(24)} ${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)} ${done}/${total}`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`)
  else console.log(line)
}

await runCommand({ usage: USAGE, options: { to: { type: 'string' } } }, async ({ values: { to } }) => {
  if (!to) throw new Refusal(`Name the target with --to.\n\n${USAGE}`)
  const config = readConfig()
  const { database } = config
  announceDatabase(config)
  const toPostgres = /^postgres(ql)?:\/\/./.test(to)
  if (database.kind === 'postgres') {
    if (toPostgres)
      throw new Refusal(`The source is PostgreSQL (DATABASE_URL). Use pg_dump to copy it.\n\n${USAGE}`)
    const path = argumentPath(to)
    console.log(`\nMoving the PostgreSQL database to ${path}.\n`)
    finish(await moveToSqlite(database.url, path, bar))
    await recordCommandIn({ database: { kind: 'sqlite', path } }, 'move')
    const isDefault = basename(path) === 'daymark.db'
    const start = isDefault ? 'Remove DATABASE_URL, and start' : `Set DATABASE_URL=sqlite:${path}, and start`
    console.log(`${start} Daymark with DATA_DIR=${dirname(path)}. The old database is untouched.`)
    console.log(
      `The accounts need the same secret: if the server had a secrets.json, copy it to ${dirname(path)}; if AUTH_SECRET is set, keep it.\n`,
    )
    return
  }
  if (!isThere(database.path)) {
    throw new Refusal(`There is no SQLite database at ${database.path} (DATA_DIR, DATABASE_URL).`)
  }
  if (!toPostgres) throw new Refusal(`The source is SQLite, so the target must be PostgreSQL.\n\n${USAGE}`)
  const fault = postgresUrlFault(to)
  if (fault !== undefined) throw new Refusal(`The address of the target ${fault}.`)
  // Fails if a server is running, because its later writes would be lost.
  const release = holdServerLock(database.path)
  try {
    console.log(`\nMoving ${database.path} to PostgreSQL.\n`)
    finish(await moveToPostgres(database.path, to, bar))
    await recordCommandIn({ database: { kind: 'postgres', url: to } }, 'move')
  } finally {
    release()
  }
  console.log('Start Daymark with DATABASE_URL set to the new address. The SQLite file is untouched.')
  console.log(`${secretsAdvice(database.path)}\n`)
})

function finish(rows: number): void {
  console.log(`\n${rows} rows copied; counts and checksums of all tables match.`)
}

function secretsAdvice(path: string): string {
  const secrets = join(dirname(path), 'secrets.json')
  if (!isThere(secrets)) return ''
  return `The accounts need the same secret: give every instance ${secrets} in its DATA_DIR, or set AUTH_SECRET to the value of auth_secret in that file.`
}
