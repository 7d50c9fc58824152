// npm run move -- --to postgres://...: copies the SQLite database into PostgreSQL and verifies it.
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { isThere } from '../platform/storage/copies/backup.ts'
import { moveToPostgres, type Progress } from '../platform/storage/copies/move.ts'
import { openPostgresStorage } from '../platform/storage/postgres/postgres.ts'
import { holdServerLock } from '../platform/storage/sqlite/sqlite-lock.ts'
import { Refusal, runPlainCommand } from './command.ts'

const USAGE = 'Usage: npm run move -- --to postgres://user:password@host/database'
const BAR_WIDTH = 30

function bar({ table, done, total }: Progress): void {
  const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH)
  const line = `  ${table.padEnd(22)} ${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)} ${done}/${total}`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`)
  else if (done === total) console.log(line)
}

function secretsAdvice(path: string): string {
  const secrets = join(dirname(path), 'secrets.json')
  if (!isThere(secrets)) return ''
  return `Accounts of this server: every instance needs ${secrets} in its DATA_DIR, or AUTH_SECRET set to its content.`
}

await runPlainCommand(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const { database } = readConfig()
  if (database.kind !== 'sqlite' || !isThere(database.path)) {
    throw new Refusal('There is no SQLite database to move (DATA_DIR, DATABASE_URL).')
  }
  if (!/^postgres(ql)?:\/\/./.test(values.to ?? ''))
    throw new Refusal(`Name the target database with --to.\n\n${USAGE}`)
  const url = values.to ?? ''
  // Fails if a server is running, because its later writes would be lost.
  const release = holdServerLock(database.path)
  // Opening the target creates the schema in it.
  const target = await openPostgresStorage(url, { poolSize: 1 })
  await target.close()
  console.log(`\nMoving ${database.path} to PostgreSQL.\n`)
  const rows = await moveToPostgres(database.path, url, bar)
  release()
  console.log(`\n${rows} rows copied; counts and checksums of all tables match.`)
  console.log('Start Daymark with DATABASE_URL set to the new address. The SQLite file is untouched.')
  console.log(`${secretsAdvice(database.path)}\n`)
})
