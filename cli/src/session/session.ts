// Connects to the server, or falls back to the local copy if the server cannot be reached. Sends pending writes.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  ApiError,
  type Client,
  CommandFailed,
  createClient,
  fileStorage,
  type LiveConnection,
  NetworkError,
  type Preferences,
  type Write,
} from '@daymark/client'
import { isCommand, isEnded } from '@daymark/client/outbox/entry'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { Format } from '../view/times.ts'
import { dateOf } from '../view/times.ts'
import { COPIED, readCopy, saveSnapshot, type Upcoming } from './copy.ts'
import { accountFolder, type Credentials, fromEnvironment, readCredentials } from './credentials.ts'
import { stateFolder } from './paths.ts'
import { privateFs, readJson, writePrivate } from './private-files.ts'
import { tokenOf } from './renewal.ts'
import { type Freshness, followEntries, storeUpcoming } from './upcoming.ts'

/** The default number of seconds that a command waits for the server before it falls back to the local copy. */
const CONNECT_S = 5
/** One day. Larger values could overflow `setTimeout`. */
const MAX_CONNECT_S = 86_400
/** Longer than `CONNECT_S`, because without a local copy the first load reads all data. */
const FIRST_LOAD_MS = 120_000
const SEND_MS = 15_000

export interface Session {
  readonly client: Client
  readonly live: LiveConnection
  readonly server: string
  readonly account: Credentials['account']
  readonly folder: string
  readonly isOnline: boolean
  readonly upcoming: Upcoming | undefined
  /** Says whether the stored entries are out of date. */
  readonly freshness: Freshness
  readonly preferences: Preferences | undefined
  readonly format: Format
  /** The current time on the server's clock, in epoch milliseconds. */
  now(): number
  today(): string
  /** Waits until a write is stored and, if online, answered. Throws if it is not stored or the server refuses it. */
  send(write: Write<unknown>): Promise<{ pending: boolean }>
  /** Throws if the server could not be reached when the session was opened. */
  needServer(): void
}

/**
 * Opens a session, runs the command, sends pending writes, and stores the local copy. Set `socket` for timer actions.
 */
export async function withSession<T>(
  context: Context,
  run: (session: Session) => Promise<T>,
  { socket = false } = {},
): Promise<T> {
  const session = await open(context, socket)
  try {
    return await run(session)
  } finally {
    if (session.isOnline) await settled(session.live, SEND_MS)
    // Ignores errors, because failing to store the upcoming entries must not make the command fail.
    if (session.isOnline && session.freshness.isStale) await storeUpcoming(session).catch(() => {})
    const snapshot = session.live.snapshot()
    session.live.close()
    await session.live.outbox.flushed()
    if (snapshot && session.isOnline) await saveSnapshot(session.folder, snapshot)
  }
}

export async function signedIn(context: Context): Promise<Credentials> {
  const { env, t } = context
  // A script that sets both variables must work even if the stored credentials are unreadable.
  const isGiven = env['DAYMARK_SERVER'] && env['DAYMARK_TOKEN']
  const stored = isGiven ? undefined : await readCredentials(env)
  const given = fromEnvironment(env, stored, t)
  const credentials = given ? await withAccount(given, context) : stored
  if (!credentials) throw new Failure('signed_out', t.errors.signedOut, t.tryCommand('daymark login'))
  return credentials
}

async function open(context: Context, needsSocket: boolean): Promise<Session> {
  const { env, t } = context
  const credentials = await signedIn(context)
  const { server, account } = credentials
  const folder = accountFolder(env, server, account.id)
  const { snapshot, upcoming } = await readCopy(folder)
  const client = createClient({ baseUrl: server, token: tokenOf(credentials, env) })
  const storage = fileStorage(privateFs, join(folder, 'outbox'))
  const live = client.connect({
    account: account.id,
    storage,
    ...(snapshot && { snapshot }),
    // Opens a socket only if a command needs one, because the server limits new sockets per minute.
    socket:
      needsSocket || (await storage.load(account.id)).some(entry => isCommand(entry) && !isEnded(entry)),
    // Commands load calendar entries by range when needed.
    kinds: COPIED,
  })
  const freshness = followEntries(live)
  const isOnline = await connected(live, server, snapshot ? patience(env) : FIRST_LOAD_MS).catch(error => {
    live.close()
    throw error
  })
  if (isOnline === undefined) {
    live.close()
    throw new Failure('signed_out', t.errors.expired, t.tryCommand(`daymark login ${server}`))
  }
  if (!isOnline && !snapshot) {
    live.close()
    throw new Failure('offline', t.errors.unreachable(server))
  }
  await live.outbox.loaded
  // Sends writes that earlier commands stored, so that this command shows their outcome.
  if (isOnline) await settled(live, SEND_MS)
  const preferences = [...live.store.preferences.all().values()][0]
  const format: Format = {
    language: context.language,
    timezone: preferences?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    time_format: preferences?.time_format ?? '24h',
  }
  const today = () => dateOf(live.serverNow(), format)
  if (upcoming?.first !== today()) freshness.isStale = true
  return {
    client,
    live,
    server,
    account,
    folder,
    isOnline,
    upcoming,
    freshness,
    preferences,
    format,
    now: () => live.serverNow(),
    today,
    send: write => send(live, write, isOnline, t.errors.notStored),
    needServer() {
      if (!isOnline) throw new Failure('offline', t.errors.unreachable(server), t.errors.needsServer)
    },
  }
}

function patience(env: NodeJS.ProcessEnv): number {
  const seconds = Number(env['DAYMARK_TIMEOUT'])
  return (seconds > 0 ? Math.min(seconds, MAX_CONNECT_S) : CONNECT_S) * 1000
}

/** Resolves to true if the server was reached, false if not, and undefined if the user is signed out. */
function connected(live: LiveConnection, server: string, timeout: number): Promise<boolean | undefined> {
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>()
  const timer = setTimeout(() => resolve(false), timeout)
  const check = async () => {
    if (live.status.state === 'signed-out') resolve(undefined)
    // If only the socket is blocked, the server still answers, and the live connection polls over HTTP.
    else if (live.state === 'offline' && !(await answers(server, timeout))) resolve(false)
  }
  const off = [live.on('state', check), live.on('status', check)]
  void live.ready.then(() => resolve(true))
  return promise.finally(() => {
    clearTimeout(timer)
    for (const unsubscribe of off) unsubscribe()
  })
}

const answers = (server: string, timeout: number): Promise<boolean> =>
  fetch(`${server}/health`, { signal: AbortSignal.timeout(timeout) }).then(
    response => response.ok,
    () => false,
  )

async function send(live: LiveConnection, write: Write<unknown>, isOnline: boolean, notStored: string) {
  if (!(await write.stored)) throw new Failure('failed', notStored)
  if (!isOnline) return { pending: true }
  try {
    await Promise.race([write.done, settled(live, SEND_MS)])
  } catch (error) {
    // Discards the write, because the user sees the error now and can repeat the command.
    live.outbox.discard(write.key)
    if (error instanceof ApiError) throw new Failure('failed', messageOf(error))
    if (error instanceof CommandFailed) throw new Failure('failed', error.message)
    throw error
  }
  const entry = live.outbox.entries.find(({ key }) => key === write.key)
  return { pending: entry !== undefined && entry.state !== 'sent' }
}

const messageOf = ({ detail, errors }: ApiError): string =>
  errors.length === 0 ? detail : errors.map(({ path, message }) => `${path} ${message}.`).join(' ')

/**
 * Resolves when all writes have been sent and are in the local copy, when the connection is lost, or after the timeout.
 */
function settled(live: LiveConnection, timeout: number): Promise<void> {
  const isBusy = () =>
    live.state !== 'offline' &&
    !live.outbox.isOffline &&
    live.outbox.entries.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'sent')
  if (!isBusy()) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeout)
  const check = () => isBusy() || resolve()
  const off = [live.outbox.on('entries', check), live.outbox.on('status', check), live.on('state', check)]
  return promise.finally(() => {
    clearTimeout(timer)
    for (const unsubscribe of off) unsubscribe()
  })
}

/** Looks up the account for a token from the environment, and stores it for later commands. */
async function withAccount(
  { server, token }: { server: string; token: string },
  { env, t }: Context,
): Promise<Credentials> {
  const name = createHash('sha256').update(`${server} ${token}`).digest('hex').slice(0, 24)
  const file = join(stateFolder(env), `account-${name}.json`)
  const known = (await readJson(file)) as Credentials['account'] | undefined
  if (known?.id) return { server, token, account: known }
  const account = await accountOf(createClient({ baseUrl: server, token }), server, t)
  await writePrivate(file, account)
  return { server, token, account }
}

export async function accountOf(
  client: Client,
  server: string,
  t: Context['t'],
): Promise<Credentials['account']> {
  try {
    const { id, display_name } = await client.users.me({ signal: AbortSignal.timeout(SEND_MS) })
    return { id, name: display_name }
  } catch (error) {
    if (error instanceof NetworkError || (error as Error).name === 'TimeoutError')
      throw new Failure('offline', t.errors.unreachable(server))
    if (error instanceof ApiError && error.status === 401) throw new Failure('signed_out', t.errors.badToken)
    if (error instanceof ApiError && error.status === 403)
      throw new Failure('signed_out', t.errors.needsUsersScope)
    throw error
  }
}
