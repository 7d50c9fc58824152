// Records which database owns a backup folder. A server then never deletes another server's backups, and never writes
// into an empty mount point when the disk is not mounted.
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { newId } from '../../../kernel/ids.ts'
import type { DatabaseAddress } from '../../database-name.ts'
import { resolveLinks } from '../../sqlite/sqlite-lock.ts'
import { createFolder } from '../create-folder.ts'
import { BackupFailed, FOLDER_MISSING, inBackupFolder, storedBackups } from './backups.ts'

/** This file in the backup folder contains its database's id. */
export const MARKER = '.daymark-backups'
/** This file beside the database contains the database's id and the backup folders that it has used. */
const MEMORY = 'backups.json'

interface Memory {
  id: string
  folders: string[]
}

/**
 * Throws if the folder belongs to another database, or if it was used before and its marker is missing. Changes
 * nothing.
 */
export function checkBackupFolder(database: string, folder: string): void {
  const path = memoryPath(database)
  const memory = readMemory(path)
  const owner = ownerOf(folder)
  if (owner === undefined && memory?.folders.includes(resolve(folder)))
    throw new BackupFailed(
      `${resolve(folder)} is not the folder that contained the backups of this database: the file ${MARKER} is missing there. If its disk is not mounted, mount it. If you have replaced the folder on purpose, delete ${path}.`,
      { summary: FOLDER_MISSING },
    )
  if (owner !== undefined && owner !== memory?.id)
    throw new BackupFailed(
      `${resolve(folder)} contains the backups of another database. Choose another folder (BACKUP_DIR), or delete ${resolve(folder, MARKER)} if this server replaces that one.`,
    )
}

/** Creates the folder if necessary, and assigns it to this database. */
export function claimBackupFolder(database: string, folder: string): void {
  checkBackupFolder(database, folder)
  if (createBackupFolder(folder)) giveToServer(database, folder)
  const path = memoryPath(database)
  const memory = readMemory(path) ?? { id: newId(), folders: [] }
  if (ownerOf(folder) === memory.id && memory.folders.includes(resolve(folder))) return
  // Writes in this order, so that after an interruption the folder never seems to belong to another database.
  write(path, memory)
  writeFileSync(join(folder, MARKER), `${memory.id}\n`)
  write(path, { ...memory, folders: [...new Set([...memory.folders, resolve(folder)])] })
}

/** Returns true if the folder was created. Throws if it is not writable. */
export function createBackupFolder(folder: string): boolean {
  try {
    const isNew = createFolder(folder)
    accessSync(folder, constants.W_OK)
    return isNew
  } catch (error) {
    throw inBackupFolder(error)
  }
}

/**
 * Gives the folder to the owner of the database's folder. Root may run the first backup by hand, and the server could
 * not write the next one into root's folder.
 */
function giveToServer(database: string, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(resolve(resolveLinks(database))))
  chownSync(folder, uid, gid)
}

const memoryPath = (database: string): string => join(dirname(resolve(resolveLinks(database))), MEMORY)

function readMemory(path: string): Memory | undefined {
  if (!existsSync(path)) return undefined
  try {
    const { id, folders } = JSON.parse(readFileSync(path, 'utf8')) as Memory
    if (typeof id === 'string' && Array.isArray(folders)) return { id, folders }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new BackupFailed(`${path} is damaged. Delete it, and ${MARKER} in the folder of the backups.`)
}

function ownerOf(folder: string): string | undefined {
  const path = join(folder, MARKER)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Renames a new file into place, because the server can replace a file that root created, but cannot write to it. */
function write(path: string, memory: Memory): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(memory, null, 2)}\n`)
  renameSync(`${path}.part`, path)
}

const SHOWN = 3

/** Returns the newest backups in BACKUP_DIR and in the folders that this database has used, and copies made before upgrades. */
export async function newestBackups(
  {
    database,
    DATA_DIR,
    BACKUP_DIR,
  }: { database: DatabaseAddress; DATA_DIR: string; BACKUP_DIR: string | undefined },
  now: number,
): Promise<string[]> {
  const own = database.kind === 'sqlite' ? dirname(resolve(database.path)) : resolve(DATA_DIR)
  const used = database.kind === 'sqlite' ? foldersIn(memoryPath(database.path)) : []
  const folders = new Set(
    [...(BACKUP_DIR === undefined ? [] : [resolve(BACKUP_DIR)]), ...used].filter(existsSync),
  )
  const stored = await Promise.all([...folders].map(folder => storedBackups(folder, now).catch(() => [])))
  const newest = stored.flat().sort((a, b) => b.made_at - a.made_at)
  const beforeUpgrades = existsSync(own)
    ? readdirSync(own)
        .filter(name => /^before-.*\.tar\.gz$/.test(name))
        .map(name => join(own, name))
    : []
  return [...newest.map(({ path }) => path), ...beforeUpgrades].slice(0, SHOWN)
}

function foldersIn(path: string): readonly string[] {
  try {
    return readMemory(path)?.folders ?? []
  } catch {
    // A damaged file must not hide the other backups.
    return []
  }
}
