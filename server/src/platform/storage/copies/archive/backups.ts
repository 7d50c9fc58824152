// Copies the database while the server runs, checks the copy, and packs it with the secret file, if there is one.
// Renames the archive last.
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explained, folderTrouble } from '../../open-failure.ts'
import { backupSqlite, integrityOf } from '../backup.ts'
import { syncFolder } from '../private-file.ts'
import { type Manifest, manifestOf, readArchive, writeArchive } from './archive.ts'

export const DATABASE_FILE = 'daymark.db'
export const SECRET_FILE = 'secrets.json'

export interface BackupSource {
  database: string
  /**
   * The path of the secret file, which the backup includes if it exists. Undefined if AUTH_SECRET is set, because the
   * server then ignores the file.
   */
  secrets: string | undefined
  version: string
}

export class BackupFailed extends Error {
  override name = 'BackupFailed'
  /** Says the same without paths, because everybody may read it. */
  readonly summary: string | undefined

  constructor(
    message: string,
    { summary, ...options }: ErrorOptions & { summary?: string | undefined } = {},
  ) {
    super(message, options)
    this.summary = summary
  }
}

export const DISK_FULL =
  'The disk for backups (BACKUP_DIR) is full. Free some space, or choose another folder.'
export const FOLDER_MISSING =
  'The folder for backups (BACKUP_DIR) is missing, or its disk is not mounted. Mount it, or choose another folder.'

/** `target` appears only when the archive is complete and verified. */
export async function makeBackup(source: BackupSource, target: string, now: number): Promise<Manifest> {
  const [part, copy] = [`${target}.part`, `${target}.part.db`]
  // Keeps the `.part` file, because it may reserve the backup's name.
  removeAll(COPIES.map(end => target + end))
  try {
    await backupSqlite(source.database, copy)
    const verdict = integrityOf(copy)
    if (verdict !== 'ok')
      throw new BackupFailed(
        `The database ${resolve(source.database)} is damaged: ${verdict}. Restore an older backup.`,
      )
    const about = {
      version: source.version,
      created_at: new Date(now).toISOString(),
      ...contentOf(copy),
    }
    const hasSecret = source.secrets !== undefined && existsSync(source.secrets)
    const secrets = hasSecret ? { [SECRET_FILE]: source.secrets ?? '' } : {}
    removeAll([part])
    await writeArchive(part, about, { [DATABASE_FILE]: copy, ...secrets })
    const manifest = await readArchive(part)
    renameSync(part, target)
    syncFolder(dirname(target))
    return manifest
  } catch (error) {
    throw explainedFailure(error, source, target)
  } finally {
    removeParts(target)
  }
}

const COPIES = ['.part.db', '.part.db-journal']
const PARTS = ['.part', ...COPIES]

export const removeParts = (target: string): void => removeAll(PARTS.map(end => target + end))

function removeAll(paths: string[]): void {
  // Even a forced removal fails if a folder in the path is a file.
  for (const path of paths) if (existsSync(path)) rmSync(path, { force: true })
}

const SQLITE_FULL = 13

export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: string; errcode?: number }
  return code === 'ENOSPC' || errcode === SQLITE_FULL
}

function explainedFailure(error: unknown, { database }: BackupSource, target: string): unknown {
  if (isDiskFull(error)) return new BackupFailed(fullMessage(target), { cause: error, summary: DISK_FULL })
  // SQLite errors have an `errcode`. The source database must be their cause, because the copy is new.
  const isOfSqlite = (Object(error) as { errcode?: number }).errcode !== undefined
  return isOfSqlite ? explained(error, { kind: 'sqlite', path: database }) : inBackupFolder(error)
}

export function inBackupFolder(error: unknown): unknown {
  const { path } = Object(error) as { path?: string }
  if (path === undefined) return error
  const message = folderTrouble(error as NodeJS.ErrnoException, path, ELSEWHERE)
  if (message === undefined) return error
  if (isDiskFull(error)) return new BackupFailed(message, { cause: error, summary: DISK_FULL })
  return new BackupFailed(message, { summary: existsSync(dirname(path)) ? undefined : FOLDER_MISSING })
}

const ELSEWHERE = 'choose another folder for backups (BACKUP_DIR)'

const fullMessage = (target: string) =>
  `The disk with ${dirname(resolve(target))} is full. Free some space, or choose another folder.`

const PEOPLE = 'select (select count(*) from accounts) as accounts, (select count(*) from users) as users'

function contentOf(path: string): { schema: string; people: number } {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const row = database.prepare('select name from migrations order by position desc limit 1').get()
    const { accounts, users } = database.prepare(PEOPLE).get() as { accounts: number; users: number }
    return { schema: String(row?.['name'] ?? ''), people: Math.max(accounts, users) }
  } catch (error) {
    throw new BackupFailed(
      'This SQLite database does not belong to Daymark. Correct DATA_DIR or DATABASE_URL.',
      { cause: error },
    )
  } finally {
    database.close()
  }
}

const NAME = /^daymark-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:_(\d+))?\.tar\.gz$/

/** Returns the file name of a backup. Further backups from the same second are numbered from 2. */
export const backupName = (now: number, number = 1): string =>
  `daymark-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}${number > 1 ? `_${number}` : ''}.tar.gz`

/** Returns a free path and reserves it, so that no other process uses it. */
export function reserveBackup(folder: string, now: number): string {
  for (let number = 1; ; number++) {
    const target = join(folder, backupName(now, number))
    if (existsSync(target) || COPIES.some(end => existsSync(target + end))) continue
    try {
      closeSync(openSync(`${target}.part`, 'wx', 0o600))
      return target
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw isDiskFull(error)
        ? new BackupFailed(fullMessage(target), { cause: error, summary: DISK_FULL })
        : inBackupFolder(error)
    }
  }
}

export interface StoredBackup {
  path: string
  made_at: number
  bytes: number
}

/**
 * Returns backups newest first. Those dated in the future come last, because they were made before the clock was
 * corrected.
 */
export async function storedBackups(folder: string, now: number): Promise<StoredBackup[]> {
  const named = (await readdir(folder)).flatMap(name => {
    const parts = NAME.exec(name)
    if (!parts) return []
    const made_at = Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'))
    return { path: join(folder, name), made_at, number: Number(parts[7] ?? 1) }
  })
  named.sort((a, b) => b.made_at - a.made_at || b.number - a.number)
  const backups = await Promise.all(
    named.map(async ({ path, made_at }) => ({ path, made_at, bytes: (await stat(path)).size })),
  )
  const isFuture = ({ made_at }: StoredBackup) => made_at > now
  return [...backups.filter(each => !isFuture(each)), ...backups.filter(isFuture)]
}

/**
 * Keeps the newest `count` backups and the newest intact one with people, and returns the deleted paths. So backups of
 * an empty database never replace the last ones of a full database. `madeAt` is the time of the latest backup. Files
 * dated later are neither counted nor deleted.
 */
export async function keepNewest(folder: string, count: number, madeAt: number): Promise<string[]> {
  const dated = (await storedBackups(folder, madeAt)).filter(({ made_at }) => made_at <= madeAt)
  const surplus = dated.slice(count).map(({ path }) => path)
  if (surplus.length === 0) return []
  const guard = await newestWithPeople(dated.map(({ path }) => path))
  const deleted: string[] = []
  for (const path of surplus) {
    if (path === guard || (guard === undefined && (await mayHavePeople(path)))) continue
    await rm(path)
    deleted.push(path)
  }
  return deleted
}

async function newestWithPeople(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if ((await mayHavePeople(path)) && (await isIntact(path))) return path
  return undefined
}

/** Also true for a backup of an older version, which does not say how many people it has. */
const mayHavePeople = (path: string): Promise<boolean> =>
  manifestOf(path).then(
    ({ people }) => people !== 0,
    () => true,
  )

const isIntact = (path: string): Promise<boolean> =>
  readArchive(path).then(
    () => true,
    () => false,
  )

/** Removes incomplete files that are older than `before`. Newer files may belong to a running backup. */
export async function removeLeftovers(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const end = PARTS.find(each => name.endsWith(each))
    if (end === undefined || !NAME.test(name.slice(0, -end.length))) continue
    const path = join(folder, name)
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt !== undefined && changedAt < before) await rm(path, { force: true })
  }
}
