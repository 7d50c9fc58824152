// Runs the whole server in this process. Tests use it through the SDK or through plain requests.
import { type Client, createClient } from '@daymark/client'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { BeforeCommit } from '../../src/platform/changes/recording/recorder.ts'
import type { Clock } from '../../src/platform/kernel/time/clock.ts'
import { openLog } from '../../src/platform/observability/log.ts'
import type { Storage } from '../../src/platform/storage/unit-of-work.ts'
import { watchAnswers } from './answers.ts'
import { startIssuer, type TestIssuer } from './issuer.ts'
import { silentLog } from './silent-log.ts'

const CLOSE_IDLE_MS = 50

export interface TestApp {
  app: FastifyInstance
  storage: Storage
  issuer: TestIssuer
  clock: TestClock
  /** Returns a client for the person with this id. The first request creates the person. */
  as(id: string, claims?: Record<string, unknown>): Promise<Client>
  /** Like `fetch`, but without a network. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Real time plus an offset that the test sets. */
export interface TestClock extends Clock {
  advance(ms: number): void
  /**
   * Stops real time: from now on, only the test moves the clock, so that a slow machine does not change the results.
   */
  freeze(): void
}

export function testClock(): TestClock {
  let ahead = 0
  let realTime = Date.now
  return {
    now: () => realTime() + ahead,
    advance: ms => {
      ahead += ms
    },
    freeze: () => {
      const at = Date.now()
      realTime = () => at
    },
  }
}

export interface TestAppOptions {
  /** True if responses are checked against the contract. Measurements turn it off. */
  watched?: boolean
  log?: Logger
  record?: BeforeCommit
  most_at_once?: number
}

/** A password hash at the recommended cost takes 40 ms of CPU time, and account tests create thousands. */
export const CHEAP = { memory: 64, passes: 1, parallelism: 1 }

export async function startTestApp(
  storage: Storage,
  settings: Record<string, string> = {},
  { watched = true, log, record, most_at_once }: TestAppOptions = {},
): Promise<TestApp> {
  const issuer = await startIssuer()
  const clock = testClock()
  const config = readConfig({
    ...issuer.settings,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ENABLED: 'false',
    ...settings,
  })
  const app = await buildApp({
    ...{ config, storage, clock, record, most_at_once },
    log: log ?? (config.LOG_LEVEL === 'silent' ? silentLog : openLog(config.LOG_LEVEL)),
    passwordCost: CHEAP,
  })
  if (watched) watchAnswers(app)
  await app.ready()
  const fetch = inProcessFetch(app)

  return {
    app,
    storage,
    issuer,
    clock,
    fetch,
    async as(id, claims = {}) {
      const token = await issuer.token({ sub: id, name: id, ...claims }, { now: clock.now() })
      // Disables retries, because tests check each response.
      return createClient({ baseUrl: 'http://daymark.test', token, fetch, retry: false })
    },
    async close() {
      // Closes idle connections as the real server does. Otherwise, a request that ends after the shutdown began would
      // keep its connection for a minute.
      const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS)
      await app.close().finally(() => clearInterval(closing))
      await storage.close()
      await issuer.close()
    },
  }
}

/** Without a conversion, a byte array would be sent as JSON. */
const payloadOf = (body: RequestInit['body']): string | Buffer =>
  body instanceof Uint8Array ? Buffer.from(body) : (body as string | Buffer)

/** Passes requests to the app without a socket. */
export function inProcessFetch(app: FastifyInstance) {
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(address, 'http://daymark.test')
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body !== undefined && init.body !== null && { payload: payloadOf(init.body) }),
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map(each => [name, String(each)] as [string, string]),
    )
    // A Response with these codes must not have a body, not even an empty one.
    const body =
      answer.statusCode === 204 || answer.statusCode === 304 ? null : new Uint8Array(answer.rawPayload)
    return new Response(body, { status: answer.statusCode, headers })
  }
}
