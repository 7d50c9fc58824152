// Makes backups of a SQLite database: copied while the server runs, checked, packed with the secret, and renamed last.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupSqlite, integrityOf } from '../backup.ts'
import { syncFolder } from '../private-file.ts'
import { type Manifest, readArchive, writeArchive } from './archive.ts'

export const DATABASE_FILE = 'daymark.db'
export const SECRET_FILE = 'secrets.json'

export interface BackupSource {
  database: string
  /** Left out if the file does not exist, as with AUTH_SECRET. */
  secrets: string
  version: string
}

export class BackupFailed extends Error {
  override name = 'BackupFailed'
}

/** The name appears only when the archive is complete and verified. */
export async function makeBackup(source: BackupSource, target: string, now: number): Promise<Manifest> {
  const [part, copy] = [`${target}.part`, `${target}.part.db`]
  const clean = () => {
    for (const path of [part, copy]) rmSync(path, { force: true })
  }
  clean()
  try {
    await backupSqlite(source.database, copy)
    const verdict = integrityOf(copy)
    if (verdict !== 'ok') throw new BackupFailed(`The database ${source.database} is damaged: ${verdict}.`)
    const about = {
      version: source.version,
      created_at: new Date(now).toISOString(),
      schema: schemaOf(copy),
    }
    const secrets = existsSync(source.secrets) ? { [SECRET_FILE]: source.secrets } : {}
    await writeArchive(part, about, { [DATABASE_FILE]: copy, ...secrets })
    const manifest = await readArchive(part)
    renameSync(part, target)
    syncFolder(dirname(target))
    return manifest
  } finally {
    clean()
  }
}

function schemaOf(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const row = database.prepare('select name from migrations order by position desc limit 1').get()
    return String(row?.['name'] ?? '')
  } finally {
    database.close()
  }
}

const NAME = /^daymark-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/

/** Names sort by time. */
export const backupName = (now: number): string =>
  `daymark-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`

export interface StoredBackup {
  path: string
  made_at: number
  bytes: number
}

/** Newest first. Backups dated in the future come last, because they were made before the clock was corrected. */
export async function storedBackups(folder: string, now: number): Promise<StoredBackup[]> {
  const names = (await readdir(folder)).filter(name => NAME.test(name)).sort()
  const backups = await Promise.all(
    names.reverse().map(async name => {
      const path = join(folder, name)
      const made_at = Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'))
      return { path, made_at, bytes: (await stat(path)).size }
    }),
  )
  const isFuture = ({ made_at }: StoredBackup) => made_at > now
  return [...backups.filter(each => !isFuture(each)), ...backups.filter(isFuture)]
}

/** Deletes all but the newest backups of this folder. Returns the deleted paths. */
export async function keepNewest(folder: string, count: number, now: number): Promise<string[]> {
  const surplus = (await storedBackups(folder, now)).slice(count).map(({ path }) => path)
  for (const path of surplus) await rm(path)
  return surplus
}
