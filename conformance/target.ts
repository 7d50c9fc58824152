// The server that the suite tests: a running server at a given URL, or this program started as a separate process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram } from '../scripts/services/server-program.ts'
import { startIssuer } from '../server/test/support/issuer.ts'

export interface Target {
  baseUrl: string
  /** Returns a person's token, from CONFORMANCE_TOKENS or from the test issuer. */
  token(person: string, claims?: Record<string, unknown>): Promise<string>
  /** Sends text bodies unchanged and other bodies as JSON. */
  request<T = Fields>(path: string, options?: RequestOptions): Promise<Answer<T>>
  stop(): Promise<void>
}

export interface RequestOptions {
  method?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer<T = Fields> {
  status: number
  headers: Headers
  /** Tests declare the body's type, because a black-box test does not know the server's schemas. */
  body: T
}
export type Fields = Record<string, unknown>

/**
 * If `CONFORMANCE_URL` is set, uses that running server with `CONFORMANCE_TOKENS` (comma-separated, one per person).
 * Otherwise, starts a server. Without settings, all test files in a process share one server, so each file must use
 * its own names of people.
 */
export async function openTarget(settings?: Record<string, string>): Promise<Target> {
  const url = process.env['CONFORMANCE_URL']
  if (url) return remote(url, (process.env['CONFORMANCE_TOKENS'] ?? '').split(','))
  if (settings) return own(settings)
  shared ??= own({})
  return { ...(await shared), stop: async () => {} }
}

/** The shared server, which stops when the process ends. */
let shared: Promise<Target> | undefined

function remote(baseUrl: string, tokens: string[]): Target {
  const people: string[] = []
  return {
    baseUrl,
    request: requester(baseUrl),
    async token(person) {
      if (!people.includes(person)) people.push(person)
      const token = tokens[people.indexOf(person)]
      if (!token) throw new Error(`CONFORMANCE_TOKENS has no token for person ${people.length}.`)
      return token
    },
    stop: async () => {},
  }
}

/** Imports storages.ts dynamically, because the test command starts PostgreSQL for tests that import it statically. */
async function onPostgres() {
  const { migratedPostgresUrl } = await import('../server/test/support/storages.ts')
  return migratedPostgresUrl()
}

async function own(settings: Record<string, string>): Promise<Target> {
  const issuer = await startIssuer()
  const postgres = process.env['CONFORMANCE_ON'] === 'postgres' ? await onPostgres() : undefined
  const folder = mkdtempSync(join(tmpdir(), 'daymark-conformance-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const server = spawn(process.execPath, [serverProgram()], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: folder,
      ...(postgres && { DATABASE_URL: postgres.url }),
      ...issuer.settings,
      LOG_LEVEL: 'error',
      RATE_LIMIT_ENABLED: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => {
    server.kill('SIGKILL')
    remove()
  }
  process.once('exit', kill)
  const baseUrl = await listening(server).catch(async error => {
    await issuer.close()
    throw error
  })
  return {
    baseUrl,
    request: requester(baseUrl),
    token: (person, claims) => issuer.token({ sub: person, name: person, ...claims }),
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      process.off('exit', kill)
      await postgres?.drop()
      await issuer.close()
      remove()
    },
  }
}

async function listening(server: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of server.stdout ?? []) {
    printed += String(chunk)
    const address = /"listens":"(http:[^"]+)"/.exec(printed)?.[1]
    if (address) return address
  }
  throw new Error(`The server did not start:\n${printed}`)
}

export function requester(baseUrl: string) {
  return async <T = Fields>(path: string, options: RequestOptions = {}): Promise<Answer<T>> => {
    const { body } = options
    const response = await fetch(baseUrl + path, {
      method: options.method ?? 'GET',
      headers: {
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parse(text) as T }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
