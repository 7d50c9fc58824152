import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { argumentPath, type Config, readConfig } from '../config/config.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { lastReplaced, restoreBackup } from '../platform/storage/copies/archive/restore.ts'
import { schemaState } from '../platform/storage/schema/schema-state.ts'
import { forgetServer, idInFile, markServer, SERVER_MARKER } from '../platform/storage/server-id.ts'
import { Refusal } from './support/arguments.ts'
import { recordCommandIn } from './support/audit.ts'
import { announceDatabase, runCommand } from './support/command.ts'
import { sqliteFiles } from './support/sqlite-files.ts'

const USAGE = `Usage: npm run restore -- <file> [--force]
       npm run restore -- --undo
       npm run restore -- --new-server

Replaces the SQLite database and the secret with those of a backup (.tar.gz of "npm run backup", or a copy of a
database). Stop the server first. The backup is checked before anything is replaced, and the old files are kept.

  --force   replaces a database that contains people
  --undo    puts back the files that the last restore replaced
  --new-server
            lets the next start create a new server in DATA_DIR although its database is gone`

const shape = {
  usage: USAGE,
  options: {
    undo: { type: 'boolean' },
    force: { type: 'boolean' },
    'new-server': { type: 'boolean' },
  },
  positionals: 1,
} as const

await runCommand(shape, async ({ values, positionals: [given] }) => {
  const { undo = false, force = false, 'new-server': isNew = false } = values
  if (isNew && (undo || force || given !== undefined))
    throw new Refusal(`--new-server takes no file and no other option.\n\n${USAGE}`)
  if (isNew) return beginAgain(readConfig())
  if (!undo && given === undefined) throw new Refusal(`Name the backup.\n\n${USAGE}`)
  if (undo && given !== undefined) throw new Refusal(`--undo takes no file.\n\n${USAGE}`)
  const config = readConfig()
  announceDatabase(config)
  const target = sqliteFiles(config, 'Use pg_restore to restore it (see docs/guides/backups.md).')
  const replaced = undo ? lastReplaced(target) : undefined
  if (undo && !replaced)
    throw new Refusal('No restore has replaced a database here, so there is nothing to undo.')
  const file = replaced?.database ?? argumentPath(given ?? '')
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`)
  const { manifest, hasSecret, kept } = await restoreBackup(file, target, systemClock.now(), {
    secretFile: replaced?.secrets,
    mayReplace: undo || force,
  })
  const id = idInFile(target.database)
  // A backup of an older version has no id. The next start gives it one.
  if (id === undefined) forgetServer(config.DATA_DIR)
  else markServer(config.DATA_DIR, id)
  if (manifest)
    console.log(`Restored the backup of ${manifest.created_at}, made by Daymark ${manifest.version}.`)
  else console.log(`Restored the database ${file}.`)
  if (kept !== undefined)
    console.log(`The replaced files are in ${kept}. To put them back: npm run restore -- --undo`)
  if (!hasSecret && config.AUTH_SECRET === undefined)
    console.log(
      `The backup contains no secret, so the server needs ${target.secrets} from the time of the backup.`,
    )
  await recordCommandIn(config, undo ? 'restore --undo' : 'restore')
  const { pending } = await schemaState(config.database)
  if (pending.length > 0) console.log('It is from an older version: the next start upgrades it.')
  console.log('Start the server: npm start')
})

function beginAgain(config: Config): void {
  announceDatabase(config)
  console.log(
    forgetServer(config.DATA_DIR)
      ? `Removed ${resolve(config.DATA_DIR, SERVER_MARKER)}, so the next start may use another database or create a new one.`
      : `There is no server in ${resolve(config.DATA_DIR)}, so the next start creates one anyway.`,
  )
  console.log('Start the server: npm start')
}
