import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { readArchive } from '../../platform/storage/copies/archive/archive.ts'
import { BackupFailed, DISK_FULL, storedBackups } from '../../platform/storage/copies/archive/backups.ts'
import { checkBackupFolder } from '../../platform/storage/copies/archive/claim.ts'
import { folderTrouble } from '../../platform/storage/open-failure.ts'
import { sizeText } from '../support/sqlite-files.ts'
import { bad, type Finding, ok, reasonOf, warning } from './finding.ts'

const GIGABYTE = 1_000_000_000
/** With less free space, the next write may fail. */
const ALMOST_FULL_BYTES = 0.2 * GIGABYTE

export type FreeSpace = (folder: string) => Promise<{ free: number; total: number }>

export const freeSpace: FreeSpace = async folder => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

export async function checkFolder({ DATA_DIR, database }: Config, space: FreeSpace): Promise<Finding[]> {
  const path = database.kind === 'sqlite' ? database.path : join(DATA_DIR, 'secrets.json')
  if (path === ':memory:')
    return [warning('Data: SQLite in memory.', 'A restart loses everything. Unset DATABASE_URL.')]
  const folder = resolve(dirname(path))
  if (!existsSync(folder)) return [ok(`Data: the first start creates ${folder}.`)]
  const trouble = writeTrouble('Data', folder, 'set DATA_DIR to another folder')
  if (trouble) return [trouble]
  const findings = [await checkSpace(folder, space)]
  for (const file of [path, join(DATA_DIR, 'secrets.json')]) {
    if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) continue
    findings.push(
      warning(
        `Data: other users of this machine can read ${resolve(file)}.`,
        `Run: chmod 600 ${resolve(file)}`,
      ),
    )
  }
  return findings
}

function writeTrouble(kind: string, folder: string, elsewhere: string): Finding | undefined {
  try {
    accessSync(folder, constants.W_OK)
    if (statSync(folder).isDirectory()) return undefined
    return bad(`${kind}: ${folder} is not a folder.`, `Remove it, or ${elsewhere}.`)
  } catch (error) {
    const trouble = folderTrouble(error as NodeJS.ErrnoException, folder, elsewhere)
    return bad(`${kind}: ${trouble ?? reasonOf(error)}`)
  }
}

async function checkSpace(folder: string, space: FreeSpace): Promise<Finding> {
  const { free, total } = await space(folder)
  const left = `Data: ${sizeText(free)} are free in ${folder}`
  if (free < ALMOST_FULL_BYTES) return bad(`${left}: almost full.`, 'Free some space, or writes will fail.')
  if (free < GIGABYTE && free < total / 20) return warning(`${left}: less than 5%.`, 'Free some space soon.')
  return ok(`${left}.`)
}

export async function checkBackups(config: Config, now: number, space: FreeSpace): Promise<Finding[]> {
  const { BACKUP_DIR: folder, BACKUP_EVERY: every, database } = config
  if (database.kind === 'postgres')
    return [ok('Backups: PostgreSQL is backed up with its own tools, such as pg_dump.')]
  if (folder === undefined) return [ok('Backups: none are scheduled (BACKUP_DIR).')]
  try {
    checkBackupFolder(database.path, folder)
  } catch (error) {
    const summary = error instanceof BackupFailed ? error.summary : undefined
    return [
      summary === undefined
        ? bad(`Backups: ${reasonOf(error)}`)
        : bad(`Backups: ${summary}`, reasonOf(error)),
    ]
  }
  if (!existsSync(folder)) return [ok(`Backups: the next start creates ${resolve(folder)}.`)]
  const trouble = writeTrouble('Backups', resolve(folder), 'set BACKUP_DIR to another folder')
  if (trouble) return [trouble]
  const [newest] = await storedBackups(folder, now)
  const needed = newest?.bytes ?? statSync(database.path, { throwIfNoEntry: false })?.size ?? 0
  const { free } = await space(resolve(folder))
  if (free < needed)
    return [
      bad(
        `Backups: ${DISK_FULL}`,
        `${sizeText(free)} are free in ${resolve(folder)}, and a backup needs ${sizeText(needed)}.`,
      ),
    ]
  if (!newest) return [warning(`Backups: ${folder} contains none yet.`, 'A running server makes one.')]
  if (newest.made_at > now)
    return [warning(`Backups: ${newest.path} is dated in the future.`, 'A running server makes a new one.')]
  const age = `${((now - newest.made_at) / 3_600_000).toFixed(1)} hours old`
  try {
    await readArchive(newest.path)
  } catch (error) {
    return [bad(`Backups: ${reasonOf(error)}`, 'Delete it; a running server makes a new one.')]
  }
  return now - newest.made_at > 2 * every
    ? [bad(`Backups: the newest is ${age}.`, 'Check that the server runs, and its log for "backup failed".')]
    : [ok(`Backups: the newest is ${age} and intact${sameDisk(folder, database.path)}.`)]
}

/** Returns a hint instead of a warning, because something else may already copy the folder to another disk. */
const sameDisk = (folder: string, database: string): string =>
  statSync(folder).dev === statSync(dirname(database)).dev
    ? ', on the disk of the database: copy it elsewhere'
    : ''

export function checkWeb(folder: string): Finding {
  return existsSync(join(folder, 'index.html'))
    ? ok('Web app: built.')
    : warning('Web app: not built, so the server offers only the API.', 'Run: npm run build')
}
