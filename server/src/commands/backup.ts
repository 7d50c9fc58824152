// npm run backup -- <file>: copies the SQLite database while the server runs.
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { backupSqlite, integrityOf, isThere } from '../storage/backup.ts'
import { Refusal, runPlainCommand } from './command.ts'

const USAGE = 'Usage: npm run backup -- <file>'

await runPlainCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [target] = positionals
  const { database } = readConfig()
  if (target === undefined) throw new Refusal(`Where should the copy go?\n\n${USAGE}`)
  if (database.kind === 'postgres') {
    throw new Refusal('The data lies in PostgreSQL (DATABASE_URL): make the copy with pg_dump.')
  }
  if (database.path === ':memory:' || !isThere(database.path)) {
    throw new Refusal(`There is no database at ${database.path} (DATA_DIR, DATABASE_URL).`)
  }
  if (isThere(target)) throw new Refusal(`${target} exists already; it is not overwritten.`)
  const { pages } = await backupSqlite(database.path, target)
  const verdict = integrityOf(target)
  if (verdict !== 'ok') throw new Refusal(`The copy ${target} is damaged: ${verdict}`)
  console.log(`Copied ${database.path} to ${target} (${pages} pages) and checked it: it is sound.`)
  console.log('To restore it: stop the server, put the file in place of the database, start again.')
})
