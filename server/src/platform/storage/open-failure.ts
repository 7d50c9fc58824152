// Tells the operator why a database cannot be opened and what to do.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { addressesOf, type DatabaseAddress, databaseName } from './database-name.ts'

export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
  /** True if the database may become usable without a settings change, for example while its server starts. */
  readonly isTemporary: boolean

  constructor(message: string, cause: unknown, isTemporary = false) {
    super(message, { cause })
    this.isTemporary = isTemporary
  }
}

/**
 * Explains database driver errors that `work` throws. `setting` names the setting or option with the PostgreSQL
 * address.
 */
export async function explaining<T>(
  database: DatabaseAddress,
  work: () => Promise<T>,
  setting?: string,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(error, database, setting)
  }
}

interface DriverError extends NodeJS.ErrnoException {
  errcode?: number
}

/**
 * Turns known errors of the database driver and of the file system into a `DatabaseUnusable`. Returns all other errors
 * unchanged.
 */
export function explained(error: unknown, database: DatabaseAddress, setting = 'DATABASE_URL'): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnusable) return error
  // The storage may have wrapped the driver's error.
  const original: DriverError = error.cause instanceof Error ? error.cause : error
  if (database.kind === 'postgres') return postgresTrouble(original, database, setting) ?? error
  const message = sqliteTrouble(original, resolve(database.path))
  return message === undefined ? error : new DatabaseUnusable(message, original, original.errcode === BUSY)
}

const [BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [5, 8, 10, 11, 13, 14, 26] as const

function sqliteTrouble(error: DriverError, path: string): string | undefined {
  if (error.errcode === undefined) return folderTrouble(error, path)
  const restore = 'Restore a backup, or set DATA_DIR to another folder.'
  switch (error.errcode & 0xff) {
    case CORRUPT:
      return `The database ${path} is damaged (${error.message}). ${restore}`
    case NOTADB:
      return `The file ${path} is not a SQLite database, or it is damaged. ${restore}`
    case FULL:
      return `The disk with ${path} is full. Free some space and start again.`
    case BUSY:
      return `The database ${path} is locked by another program. Wait until it has finished, or stop it.`
    case READONLY:
    case IOERR:
    case CANTOPEN:
      return folderTrouble(error, path) ?? `The database ${path} cannot be opened: ${error.message}.`
    default:
      return undefined
  }
}

/** Returns a message with the path and the remedy, or undefined if the error has another cause. */
export function folderTrouble(
  error: NodeJS.ErrnoException,
  path: string,
  elsewhere = 'set DATA_DIR to another folder',
): string | undefined {
  if (error.code === 'ENOSPC') return `The disk with ${path} is full. Free some space and try again.`
  const readOnly = `${path} is on a read-only file system. Mount it writable, or ${elsewhere}.`
  if (error.code === 'EROFS') return readOnly
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST')
    return `A part of the path ${path} is a file where a folder is needed. Move that file away, or ${elsewhere}.`
  if (error.code === 'ENOENT' && existsSync(dirname(path)))
    return `${path} does not exist and cannot be created. Correct the path, or ${elsewhere}.`
  if (error.code === 'ENOENT' || !existsSync(dirname(path)))
    return `The folder ${dirname(path)} does not exist. Create it, or correct the path.`
  const obstacle = obstacleAt(path)
  const refusal = obstacle === undefined ? undefined : writeRefusal(obstacle)
  if (obstacle === undefined || refusal === undefined) return undefined
  // SQLite can open a file on a read-only file system. Only the first write fails, and its error code is not `EROFS`.
  if (refusal === 'EROFS') return readOnly
  const uid = process.getuid?.()
  const owner = statSync(obstacle).uid
  const what = statSync(obstacle).isDirectory() ? 'folder' : 'file'
  return `This program runs as user ${uid} and may not write to the ${what} ${obstacle}, which belongs to user ${owner}. Run "chown -R ${uid} ${obstacle}" as root, or ${elsewhere}.`
}

/**
 * Returns the path or its nearest existing parent folder. For a file in a read-only folder, returns the folder, because
 * the advice for the folder also covers its files.
 */
function obstacleAt(path: string): string | undefined {
  const nearest = [path, ...ancestors(path)].find(existsSync)
  const isFile = nearest === path && !statSync(path).isDirectory()
  return isFile && writeRefusal(dirname(path)) !== undefined ? dirname(path) : nearest
}

function* ancestors(path: string): Generator<string> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) yield folder
}

/** Returns the error code if the path is not writable. */
function writeRefusal(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK)
    return undefined
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
/** SQLSTATE codes: the server is starting or stopping, lacks resources such as connections, or lost the connection. */
const NOT_READY = /^(57P0|53|08)/

function postgresTrouble(
  error: DriverError,
  database: DatabaseAddress & { kind: 'postgres' },
  setting: string,
): DatabaseUnusable | undefined {
  const { code = '', message } = error
  const name = databaseName(database)
  const { username, pathname } = new URL(addressesOf(database.url)[0] ?? database.url)
  const user = decodeURIComponent(username)
  const say = (text: string, isTemporary = false) => new DatabaseUnusable(text, error, isTemporary)
  if (code === '28P01') return say(`${name} refuses the password of "${user}". Correct it in ${setting}.`)
  // The driver has no password to send.
  if (/client password must be a/.test(message))
    return say(
      `${name} asks "${user}" for a password, and ${setting} has none. Write it as postgres://user:password@host/database.`,
    )
  if (code === '28000')
    return say(`${name} does not let "${user}" in: ${message}. Correct ${setting} or pg_hba.conf.`)
  if (code === '3D000') {
    const wanted = decodeURIComponent(pathname.slice(1)) || user
    return say(
      `${name}: the server has no database "${wanted}". Create it with: createdb --owner ${user || 'daymark'} ${wanted}. Or correct ${setting}.`,
    )
  }
  if (code === '42501')
    return say(`${name}: "${user}" may not create tables (${message}). Make it the owner of the database.`)
  // A local server's socket file exists only while the server runs.
  const isSocketMissing = code === 'ENOENT' && error.syscall === 'connect'
  if (
    UNREACHABLE.has(code) ||
    isSocketMissing ||
    NOT_READY.test(code) ||
    /timeout|terminated/i.test(message)
  ) {
    const reason = message || code
    return say(`${name} cannot be reached (${reason}). Check that it is running, and ${setting}.`, true)
  }
  return /ssl|certificate/i.test(message)
    ? say(`${name}: ${message}. Correct sslmode in ${setting}.`)
    : undefined
}
