// Tells a lost database from a new server: the server's id is in the database and in a file in DATA_DIR.
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import { createFolder } from './copies/create-folder.ts'
import { syncFolder } from './copies/private-file.ts'
import { type DatabaseAddress, databaseName } from './database-name.ts'
import { explaining } from './open-failure.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The file in DATA_DIR. */
export const SERVER_MARKER = '.daymark-server'

export class DatabaseLost extends Error {
  override name = 'DatabaseLost'
}

export interface ServerPlace {
  readonly database: DatabaseAddress
  readonly DATA_DIR: string
}

const isInMemory = ({ database }: ServerPlace): boolean =>
  database.kind === 'sqlite' && database.path === ':memory:'

export function markedId(folder: string): string | undefined {
  const path = join(folder, SERVER_MARKER)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Writes a new file and renames it, so that an interrupted start leaves no empty marker. */
export function markServer(folder: string, id: string): void {
  if (markedId(folder) === id) return
  createFolder(folder)
  const path = join(folder, SERVER_MARKER)
  const file = openSync(`${path}.part`, 'w', 0o600)
  try {
    writeSync(file, `${id}\n`)
    // A command that root runs must not lock the server out.
    const { uid, gid } = statSync(folder)
    if (process.getuid?.() === 0) fchownSync(file, uid, gid)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.part`, path)
  syncFolder(folder)
}

/** Returns false if there was no marker. */
export function forgetServer(folder: string): boolean {
  const path = join(folder, SERVER_MARKER)
  if (!existsSync(path)) return false
  rmSync(path)
  return true
}

/** Throws if this folder belongs to a server whose database is gone. Changes nothing. */
export async function requireSameServer(
  place: ServerPlace,
  backups: () => Promise<readonly string[]>,
): Promise<void> {
  const marked = isInMemory(place) ? undefined : markedId(place.DATA_DIR)
  if (marked === undefined) return
  const found = await contentOf(place.database)
  const reason = lossOf(place.database, found, marked)
  if (reason !== undefined) throw new DatabaseLost(lossMessage(place, reason, await backups()))
}

interface Content {
  id: string | undefined
  hasPeople: boolean
}

function lossOf(database: DatabaseAddress, found: Content | undefined, marked: string): string | undefined {
  const name = databaseName(database)
  if (found === undefined)
    return database.kind === 'sqlite' && !existsSync(database.path)
      ? `The database ${resolve(database.path)} is missing`
      : `The database is empty (${name})`
  if (found.id !== undefined)
    return found.id === marked ? undefined : `This is the database of another server (${name})`
  // Databases of older versions have no id, but they have people.
  return found.hasPeople ? undefined : `The database is empty (${name})`
}

function lossMessage({ DATA_DIR }: ServerPlace, reason: string, backups: readonly string[]): string {
  const [newest = '<file>'] = backups
  const list =
    backups.length > 0
      ? `The newest backups are:\n${backups.map(path => `  ${path}`).join('\n')}`
      : NO_BACKUPS
  return `Daymark does not start as a new server: ${reason}, but ${resolve(DATA_DIR)} belongs to a server that has one. Nothing was changed. If a disk is not mounted, or DATABASE_URL or DATA_DIR is wrong, correct that. Otherwise put a backup in place, or begin again without the old data.
${list}
  To put one in place:  npm run restore -- ${newest}
  To begin again:       npm run restore -- --new-server`
}

const NO_BACKUPS = 'No backups of "npm run backup" are known here (of PostgreSQL, restore a pg_dump).'

const FACTS = {
  tables: { sqlite: `select name from sqlite_master where type = 'table'` },
  id: `select value from server_facts where name = 'id'`,
  people: 'select 1 from users union all select 1 from accounts limit 1',
}

/** Returns undefined if there is no database, or one without tables of Daymark. */
async function contentOf(database: DatabaseAddress): Promise<Content | undefined> {
  return explaining(database, async () =>
    database.kind === 'sqlite' ? contentOfFile(database.path) : contentOfPostgres(database.url),
  )
}

function contentOfFile(path: string): Content | undefined {
  if (!existsSync(path) || statSync(path).size === 0) return undefined
  using database = new DatabaseSync(path, { readOnly: true })
  const tables = new Set(
    database
      .prepare(FACTS.tables.sqlite)
      .all()
      .map(({ name }) => name),
  )
  if (!tables.has('users')) return undefined
  const id = tables.has('server_facts') ? database.prepare(FACTS.id).get()?.['value'] : undefined
  return { id: idIn(id), hasPeople: database.prepare(FACTS.people).get() !== undefined }
}

/** The id in a SQLite file, for a restored database. */
export const idInFile = (path: string): string | undefined => contentOfFile(path)?.id

async function contentOfPostgres(url: string): Promise<Content | undefined> {
  const { HostsClient } = await import('./postgres/hosts-client.ts')
  const client = new HostsClient({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ users: boolean; facts: boolean }>(
      `select to_regclass('users') is not null as users, to_regclass('server_facts') is not null as facts`,
    )
    if (!rows[0]?.users) return undefined
    const id = rows[0].facts ? (await client.query<{ value: string }>(FACTS.id)).rows[0]?.value : undefined
    return { id: idIn(id), hasPeople: (await client.query(FACTS.people)).rows.length > 0 }
  } finally {
    await client.end()
  }
}

const CONNECT_MS = 5_000
const idIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Gives the database an id if it has none, and writes the marker. */
export async function rememberServer(place: ServerPlace, storage: UnitOfWork): Promise<void> {
  if (isInMemory(place)) return
  const { rows } = await storage.write([], tx =>
    sql<{ value: string }>`
      insert into server_facts (name, value) values ('id', ${newId()})
      on conflict (name) do update set value = server_facts.value returning value`.execute(tx.sql),
  )
  const id = rows[0]?.value ?? ''
  try {
    markServer(place.DATA_DIR, id)
  } catch (error) {
    // With PostgreSQL, the server needs no folder. Without one, it cannot notice that the database was lost.
    if (place.database.kind === 'sqlite') throw error
  }
}
