// The server's secret, from which the keys for tokens, links and encrypted data are derived. The first start creates it
// unless the operator has set it.
import { createHash, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newId } from '../../../platform/kernel/ids.ts'
import { createFolder } from '../../../platform/storage/copies/create-folder.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { keyStore, type StoredSecret } from './key-store.ts'

export class SecretMismatch extends Error {
  override name = 'SecretMismatch'
}

/** The place where the secret is stored. `passing` is a temporary secret for an in-memory database. */
export type SecretPlace =
  | { kind: 'given'; secret: string }
  /** Stored in a file, not in the SQLite database, so that a copy of the database alone gives no access. */
  | { kind: 'file'; folder: string }
  /** Stored in PostgreSQL, which all instances share. A database moved from SQLite may still use the old file. */
  | { kind: 'database'; folder: string }
  | { kind: 'passing' }

export async function openSecret(place: SecretPlace, uow: UnitOfWork): Promise<string> {
  const { trouble } = await secretState(place, uow)
  if (trouble !== undefined) throw new SecretMismatch(trouble)
  const secret = await find(place, uow)
  const fingerprint = fingerprintOf(secret)
  const kept = await uow.write([], async tx => {
    await keyStore(tx).keepSecret({ fingerprint, value: null })
    return keyStore(tx).secret()
  })
  if (kept?.fingerprint !== fingerprint) throw new SecretMismatch(mismatch(place))
  return secret
}

interface SecretState {
  /** The reason why the server refuses to start with this secret. */
  trouble?: string
  /** Identifies the secret without revealing it. Set only if the secret matches the database. */
  fingerprint?: string
}

/** Compares the secret with the database, but writes nothing. */
export async function secretState(place: SecretPlace, uow: UnitOfWork): Promise<SecretState> {
  const kept = await uow.read(db => keyStore(db).secret())
  if (place.kind === 'passing') return {}
  try {
    const secret = foundAt(place, kept)
    if (!kept) return {}
    // A new secret could not decrypt the stored keys, and creating one would hide that the old secret is missing.
    if (secret === undefined)
      return { trouble: place.kind === 'file' ? missing(fileIn(place.folder)) : mismatch(place) }
    const fingerprint = fingerprintOf(secret)
    return fingerprint === kept.fingerprint ? { fingerprint } : { trouble: mismatch(place) }
  } catch (error) {
    if (error instanceof SecretMismatch) return { trouble: error.message }
    throw error
  }
}

function foundAt(
  place: Exclude<SecretPlace, { kind: 'passing' }>,
  kept: StoredSecret | undefined,
): string | undefined {
  if (place.kind === 'given') return place.secret
  const inFile = () => readIfThere(fileIn(place.folder))
  const inDatabase = kept?.value ?? undefined
  return place.kind === 'file' ? (inFile() ?? inDatabase) : (inDatabase ?? inFile())
}

async function find(place: SecretPlace, uow: UnitOfWork): Promise<string> {
  if (place.kind === 'given') return place.secret
  if (place.kind === 'file') return intoFile(place.folder, uow)
  const fresh = newSecret()
  if (place.kind === 'passing') return fresh
  const kept = await uow.write([], async tx => {
    await keyStore(tx).keepSecret({ fingerprint: fingerprintOf(fresh), value: fresh })
    return keyStore(tx).secret()
  })
  const found = kept?.value ?? readIfThere(fileIn(place.folder))
  if (found === undefined) throw new SecretMismatch(mismatch(place))
  return found
}

const fileIn = (folder: string): string => join(folder, 'secrets.json')

/**
 * Returns the secret in the file, and creates the file if necessary. If the database still contains the secret after a
 * move from PostgreSQL, moves it into the file.
 */
async function intoFile(folder: string, uow: UnitOfWork): Promise<string> {
  const moved = (await uow.read(db => keyStore(db).secret()))?.value ?? undefined
  const secret = fromFile(fileIn(folder), folder, moved ?? newSecret())
  if (moved !== undefined && secret === moved) await uow.write([], tx => keyStore(tx).hideSecret())
  return secret
}

function fromFile(path: string, folder: string, created: string): string {
  createFolder(folder)
  const known = readIfThere(path)
  if (known !== undefined) return known
  // Links a finished temporary file, so that no process reads a partial file and only the first process creates it.
  const draft = `${path}.${newId()}`
  writeFileSync(draft, `${JSON.stringify({ auth_secret: created }, null, 2)}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readIfThere(path) ?? fail(path)
}

function readIfThere(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new SecretMismatch(`The file ${path} cannot be read: ${(error as Error).message}.`)
  }
  try {
    const { auth_secret } = JSON.parse(text) as { auth_secret?: unknown }
    return typeof auth_secret === 'string' && auth_secret.length >= 32 ? auth_secret : fail(path)
  } catch {
    return fail(path)
  }
}

function fail(path: string): never {
  throw new SecretMismatch(`The file ${path} is damaged. Restore it from a backup, or remove it. ${AFRESH}`)
}

const newSecret = (): string => randomBytes(48).toString('base64url')

const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(`daymark secret ${secret}`).digest('hex')

const AFRESH =
  'If the secret is lost, "npm run user -- sign-out-everybody --yes" lets the server start with a new one: people keep their accounts and passwords, but must sign in again.'

const missing = (path: string): string =>
  `The file ${resolve(path)} is missing, and this database was set up with its secret. Restore it from a backup. ${AFRESH}`

function mismatch(place: SecretPlace): string {
  const now = {
    given: 'not with this AUTH_SECRET',
    file: 'not with the secret in DATA_DIR/secrets.json',
    database: 'with AUTH_SECRET, which is not set now (or moved here without its DATA_DIR/secrets.json)',
    passing: 'with a secret of its own',
  }
  return `This database was set up ${now[place.kind]}. ${AFRESH}`
}
