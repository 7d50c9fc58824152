// Everything is checked before anything is replaced, and the old files are kept.
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ForeignDatabase, schemaState } from '../../schema/schema-state.ts'
import { holdServerLock, resolveLinks } from '../../sqlite/sqlite-lock.ts'
import { integrityOf } from '../backup.ts'
import { createFolder } from '../create-folder.ts'
import { syncFolder } from '../private-file.ts'
import { type Manifest, readArchive } from './archive.ts'
import { DATABASE_FILE, SECRET_FILE } from './backups.ts'

export class RestoreFailed extends Error {
  override name = 'RestoreFailed'
}

export interface RestoreTarget {
  database: string
  secrets: string
}

export interface Restored {
  /** Undefined for a plain database copy, the format of version 0.2. */
  manifest: Manifest | undefined
  hasSecret: boolean
  /** The folder that contains the replaced files, or undefined if there were none. */
  kept: string | undefined
}

interface RestoreOptions {
  secretFile?: string | undefined
  /** If false, a database that contains people or accounts is not replaced. */
  mayReplace?: boolean
}

/** Throws if a server uses the database. An interrupted restore can be repeated. */
export async function restoreBackup(
  file: string,
  given: RestoreTarget,
  now: number,
  { secretFile, mayReplace = true }: RestoreOptions = {},
): Promise<Restored> {
  // On a new disk, neither folder exists.
  for (const path of [given.database, given.secrets]) createFolder(dirname(path))
  // Renaming a file onto a symbolic link would replace the link.
  const target = { database: resolveLinks(given.database), secrets: resolveLinks(given.secrets) }
  const release = holdServerLock(target.database)
  const draft = `${target.database}.restoring`
  const secretDraft = `${target.secrets}.restoring`
  const clean = () => {
    for (const path of [draft, `${draft}-wal`, `${draft}-shm`, secretDraft]) rmSync(path, { force: true })
  }
  try {
    clean()
    const drafts: Record<string, string> = { [DATABASE_FILE]: draft, [SECRET_FILE]: secretDraft }
    const manifest = kindOf(file) === 'archive' ? await readArchive(file, name => drafts[name]) : undefined
    if (!manifest) copyFileSync(file, draft)
    if (secretFile !== undefined) copyFileSync(secretFile, secretDraft)
    await check(file, draft)
    if (!mayReplace && hasPeople(target.database))
      throw new RestoreFailed(
        `There is already a database with data at ${target.database}. To replace it, add --force: the old files are kept.`,
      )
    const kept = keepOld(target, now)
    giveToServer(dirname(target.database), [
      draft,
      `${target.database}.lock`,
      ...(kept ? withContent(kept) : []),
    ])
    giveToServer(dirname(target.secrets), [secretDraft])
    if (existsSync(secretDraft)) renameSync(secretDraft, target.secrets)
    // The database is replaced last and atomically, so that a complete database exists at every moment.
    renameSync(draft, target.database)
    syncFolder(dirname(target.database))
    const hasSecret = secretFile !== undefined || (manifest !== undefined && SECRET_FILE in manifest.files)
    return { manifest, hasSecret, kept }
  } finally {
    clean()
    release()
  }
}

async function check(file: string, draft: string): Promise<void> {
  if (!existsSync(draft)) throw new RestoreFailed(`${file} contains no database.`)
  const verdict = integrityOf(draft)
  if (verdict !== 'ok')
    throw new RestoreFailed(`The database in ${file} is damaged: ${verdict}. Use another backup.`)
  // Throws if a newer version created the database.
  const isOurs = await schemaState({ kind: 'sqlite', path: draft }).then(
    ({ isMissing }) => !isMissing,
    error => {
      if (error instanceof ForeignDatabase) return false
      throw error
    },
  )
  if (!isOurs)
    throw new RestoreFailed(`${file} is not a Daymark database. Name a backup, or a copy of daymark.db.`)
}

/** Also true for an unreadable file, because it may contain people. */
function hasPeople(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return false
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    return (
      database.prepare('select 1 from users union all select 1 from accounts limit 1').get() !== undefined
    )
  } catch {
    return true
  }
}

/**
 * Keeps the old files in a folder. Moves a WAL even without its database, because SQLite would apply the WAL to the new
 * database.
 */
function keepOld({ database, secrets }: RestoreTarget, now: number): string | undefined {
  if (existsSync(database)) closeLog(database)
  const logs = ['-wal', '-shm', '-journal'].map(end => database + end).filter(path => existsSync(path))
  if (![database, secrets, ...logs].some(path => existsSync(path))) return undefined
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const folder = freeFolder(join(dirname(database), `${KEPT}${stamp}`))
  mkdirSync(folder, { mode: 0o700 })
  const keptAs = (path: string) => join(folder, basename(path))
  if (existsSync(database)) keepDatabase(database, keptAs(database))
  // Copied instead of linked, because the secret file may be on another disk than the database.
  if (existsSync(secrets)) copyFileSync(secrets, keptAs(secrets))
  for (const path of logs) renameSync(path, keptAs(path))
  return folder
}

/** Links the database, which takes no time and no space. Copies it if the file system does not support links. */
function keepDatabase(database: string, kept: string): void {
  try {
    linkSync(database, kept)
  } catch {
    copyFileSync(database, kept)
  }
}

const KEPT = 'before-restore-'

/** Adds a number to the name if another restore in the same second has used it. Names sort by time. */
function freeFolder(wanted: string): string {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? wanted : `${wanted}-${number}`
    if (!existsSync(folder)) return folder
  }
}

export interface KeptFiles {
  database: string
  secrets: string | undefined
}

/** Returns the newest files that a restore has kept, or undefined if they include no database. */
export function lastReplaced(given: RestoreTarget): KeptFiles | undefined {
  const target = resolveLinks(given.database)
  if (!existsSync(dirname(target))) return undefined
  const folders = readdirSync(dirname(target))
    .filter(name => name.startsWith(KEPT))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const folder = folders.at(-1)
  if (folder === undefined) return undefined
  const [database, secrets] = [target, given.secrets].map(path =>
    join(dirname(target), folder, basename(path)),
  )
  if (database === undefined || !existsSync(database)) return undefined
  return { database, secrets: secrets !== undefined && existsSync(secrets) ? secrets : undefined }
}

/** Gives the files to the folder's owner, because the server could not open files that belong to root. */
function giveToServer(folder: string, paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  for (const path of paths) if (existsSync(path)) chownSync(path, uid, gid)
}

const withContent = (folder: string): string[] => [
  folder,
  ...readdirSync(folder).map(name => join(folder, name)),
]

/** Merges the WAL into the database unless the database is too damaged. */
function closeLog(path: string): void {
  try {
    const database = new DatabaseSync(path)
    database.exec('pragma journal_mode = delete')
    database.close()
  } catch {
    // Keeps the damaged database together with its WAL.
  }
}

/** Throws for other file types. Otherwise, unpacking would report a damaged backup. */
function kindOf(path: string): 'sqlite' | 'archive' {
  if (statSync(path).isDirectory()) throw new RestoreFailed(`${path} is a folder. Name a backup in it.`)
  const start = Buffer.alloc(16)
  const file = openSync(path, 'r')
  readSync(file, start)
  closeSync(file)
  if (start.toString('latin1') === 'SQLite format 3\0') return 'sqlite'
  if (start.readUInt16BE() === GZIP) return 'archive'
  throw new RestoreFailed(
    `${path} is not a backup: it is neither an archive (.tar.gz) nor a copy of a database.`,
  )
}

const GZIP = 0x1f8b
