import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { argumentPath, readConfig } from '../config/config.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import {
  keepNewest,
  makeBackup,
  reserveBackup,
  SECRET_FILE,
} from '../platform/storage/copies/archive/backups.ts'
import { claimBackupFolder, createBackupFolder } from '../platform/storage/copies/archive/claim.ts'
import { Refusal } from './support/arguments.ts'
import { recordCommandIn } from './support/audit.ts'
import { announceDatabase, runCommand } from './support/command.ts'
import { filesToBackUp, sizeText } from './support/sqlite-files.ts'

const USAGE = `Usage: npm run backup -- [<file or folder>] [--keep 7]

Writes a checked archive (.tar.gz) with the SQLite database and the secret, while the server runs.

  <folder>       writes daymark-<time>.tar.gz there; without an argument, to BACKUP_DIR
  --keep 7       also deletes older backups in the folder, except the newest 7 and those dated in the future`

const shape = {
  usage: USAGE,
  options: { keep: { type: 'string' } },
  positionals: 1,
  check({ values: { keep } }: { values: { keep?: string | undefined } }) {
    if (keep !== undefined && !/^[1-9]\d*$/.test(keep))
      throw new Refusal(`--keep must be a whole number of at least 1.\n\n${USAGE}`)
  },
} as const

await runCommand(shape, async ({ values, positionals: [given] }) => {
  const config = readConfig()
  announceDatabase(config)
  const place = given === undefined ? config.BACKUP_DIR : argumentPath(given)
  if (place === undefined)
    throw new Refusal(`Name the file or folder for the backup, or set BACKUP_DIR.\n\n${USAGE}`)
  const source = filesToBackUp(config, 'Use pg_dump to back it up (see docs/guides/backups.md).')
  if (!existsSync(source.database))
    throw new Refusal(`There is no database at ${resolve(source.database)} (DATA_DIR, DATABASE_URL).`)
  if (statSync(source.database).size === 0)
    throw new Refusal(
      `The database ${resolve(source.database)} is empty, so there is nothing to back up. If it had data before, restore a backup.`,
    )
  const now = systemClock.now()
  const isFolder =
    given === undefined || given.endsWith('/') || (existsSync(place) && statSync(place).isDirectory())
  if (values.keep !== undefined && !isFolder)
    throw new Refusal('--keep needs a folder, because it deletes older backups there.')
  const isClaimed = given === undefined || values.keep !== undefined
  if (isFolder && isClaimed) claimBackupFolder(source.database, place)
  else if (isFolder) createBackupFolder(place)
  if (!isFolder && existsSync(place)) throw new Refusal(`${place} already exists. Choose another file.`)
  await recordCommandIn(config, 'backup')
  const target = isFolder ? reserveBackup(place, now) : place
  const { files } = await makeBackup(source, target, now)
  const secret = SECRET_FILE in files ? 'database and secret' : 'database only'
  console.log(`Wrote ${target} (${sizeText(statSync(target).size)}, ${secret}) and checked it.`)
  if (SECRET_FILE in files)
    console.log('Keep the archive private: its secret lets anyone sign in to every account.')
  else if (config.AUTH_SECRET !== undefined)
    console.log('AUTH_SECRET is not part of it. Keep a copy of AUTH_SECRET in another place.')
  console.log(`To restore it, stop the server and run: npm run restore -- ${target} --force`)
  if (values.keep === undefined) return
  const deleted = await keepNewest(place, Number(values.keep), now)
  if (deleted.length > 0)
    console.log(`Deleted ${deleted.length} older ${deleted.length === 1 ? 'backup' : 'backups'}.`)
})
