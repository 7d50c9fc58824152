// npm run backup -- <file>: copies the SQLite database while the server runs.
import { dirname, join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { backupSqlite, integrityOf, isThere } from '../platform/storage/copies/backup.ts'
import { Refusal } from './support/arguments.ts'
import { announceDatabase, runCommand } from './support/command.ts'

const USAGE = `Usage: npm run backup -- <file>

Copies the SQLite database to a new file while the server runs, and checks the copy.`

await runCommand({ usage: USAGE, options: {}, positionals: 1 }, async ({ positionals: [target] }) => {
  const config = readConfig()
  const { database } = config
  if (target === undefined) throw new Refusal(`Name the file for the copy.\n\n${USAGE}`)
  announceDatabase(config)
  if (database.kind === 'postgres') {
    throw new Refusal('The data is in PostgreSQL (DATABASE_URL). Use pg_dump to copy it.')
  }
  if (!isThere(database.path)) {
    throw new Refusal(`There is no database at ${database.path} (DATA_DIR, DATABASE_URL).`)
  }
  if (isThere(target)) throw new Refusal(`${target} already exists. Choose another file.`)
  const { pages } = await backupSqlite(database.path, target)
  const verdict = integrityOf(target)
  if (verdict !== 'ok') throw new Refusal(`The copy ${target} is damaged: ${verdict}`)
  console.log(`Copied ${database.path} to ${target} (${pages} pages). The integrity check passed.`)
  console.log(restoring(database.path, config.AUTH_SECRET === undefined))
})

function restoring(path: string, hasSecrets: boolean): string {
  const secrets = join(dirname(path), 'secrets.json')
  const advice = `To restore it: stop the server, remove ${path}-wal and ${path}-shm, put the copy in place of ${path}, start again.`
  if (!hasSecrets || !isThere(secrets)) return advice
  return `${advice}\nKeep a copy of ${secrets} too, in another place: without it, the server does not start and everyone is signed out.`
}
