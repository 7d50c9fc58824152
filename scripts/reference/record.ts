// Runs the walkthrough (see tour.ts) on a fresh server and records the responses as examples for the API reference.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedOperation } from '@daymark/contract/documents/recorded'
import { STAGED_UNDO } from '../../server/src/features/history/staged-undo.ts'
import { GROUP_DELETION } from '../../server/src/features/planning/todos/group-deletion.ts'
import {
  ORIGIN,
  openReferenceServer,
  type ReferenceServer,
} from '../../server/test/support/reference-server.ts'
import { type Asked, ask, type Request, routeOf } from './ask.ts'
import { authenticatorOf } from './authenticator.ts'
import { faultsOf } from './faults.ts'
import { openSocketTalk, type SocketTalk } from './socket-talk.ts'
import { nameStably } from './stable-names.ts'
import {
  at,
  type Chapter,
  type Fault,
  filled,
  LINKS,
  REFERENCE_SETUP_CODE,
  type SocketStep,
  START,
  type Step,
  type Variables,
  type Who,
} from './step.ts'

export interface Recorded {
  operations: Record<string, RecordedOperation>
  messages: Record<string, unknown>
}

/** This server cannot produce these errors. common-errors.test.ts covers 429, and 503 for an unreachable issuer. */
export const NOT_RECORDED = [410, 429, 503]

export async function record(tour: readonly Chapter[]): Promise<Recorded> {
  const server = await openReferenceServer()
  const recorder = new Recorder(server, await narrowTokens(server))
  try {
    for (const { steps } of tour) {
      for (const step of steps) {
        server.pass(1)
        if ('route' in step) await prepare(server, step.route)
        if ('route' in step) await recorder.prepare(step.route, server.now())
        await ('socket' in step ? recorder.say(step) : recorder.take(step))
      }
    }
    return nameStably({ operations: recorder.operations, messages: await recorder.messages() })
  } finally {
    recorder.close()
    await server.close()
  }
}

/** Stands in for steps that need a browser, an email or an operator command. */
async function prepare(server: ReferenceServer, route: string): Promise<void> {
  const { email = '', friend_email: friend = '', app_id = '' } = START
  if (route === 'apps.list') await server.connectApp(email, app_id)
  if (route === 'jobs.get') {
    await server.addJob(email, START['job_id'] ?? '', STAGED_UNDO)
    await server.addJob(email, START['deletion_job_id'] ?? '', GROUP_DELETION)
  }
  if (route === 'administration.status') await server.makeAdmin(email)
  if (route === 'accountMail.requestVerification') await server.verify(friend)
  if (route === 'accountMail.confirmAddress') {
    await server.addLink(email, { id: LINKS.verify, kind: 'verify', email })
    await server.addLink(email, { id: LINKS.taken, kind: 'email', email: friend })
  }
  if (route === 'accountMail.confirmReset')
    await server.addLink(OTHER, { id: LINKS.reset, kind: 'reset', email: OTHER })
}

const OTHER = 'zoe@example.org'
const POLL_MS = 20

class Recorder {
  readonly operations: Record<string, RecordedOperation> = {}
  readonly #server: ReferenceServer
  readonly #narrowToken: (route: string) => string
  readonly #variables: Variables = { ...START }
  readonly #authenticator = authenticatorOf(ORIGIN)
  #talk: SocketTalk | undefined

  constructor(server: ReferenceServer, narrowToken: (route: string) => string) {
    this.#server = server
    this.#narrowToken = narrowToken
  }

  async say(step: SocketStep): Promise<void> {
    this.#talk ??= await openSocketTalk(this.#server.socketUrl, this.#variables)
    this.#keep(step.keep, await this.#talk.say(step, this.#variables))
  }

  async take(step: Step): Promise<void> {
    const route = routeOf(step)
    const isFirst = !(step.route in this.operations)
    const faults = isFirst ? faultsOf(step, route, this.#narrowToken(step.route)) : []
    const errors: Record<string, unknown> = {}
    const askFault = async ({ fault, request }: (typeof faults)[number]) => {
      const { body, status } = await this.#refusal(request, fault)
      assert.equal(status, fault.status, `${step.route} ${fault.status}: ${JSON.stringify(body)}`)
      errors[status] = body
    }
    for (const each of faults) if (each.fault.before) await askFault(each)
    const answer = await this.#ask(step)
    const message = `${step.route}: ${JSON.stringify(answer.body)}`
    assert.equal(answer.status, step.status ?? route.status ?? 200, message)
    const { params, query, body } = step
    const request = filled({ params, query, body }, this.#variables) as RecordedOperation['request']
    this.#keep(step.keep, answer.body)
    for (const each of faults) if (!each.fault.before) await askFault(each)
    const known = this.operations[step.route]
    if (known && answer.status === route.otherwise?.status) known.otherwise = answer.body
    if (isFirst) this.operations[step.route] = { request, response: answer.body, errors: sorted(errors) }
  }

  /** Waits for notifications from earlier steps, and computes what an authenticator would show or sign. */
  async prepare(route: string, now: number): Promise<void> {
    const isJoining = route === 'meetings.participate' && !this.#variables['participant_id']
    if (isJoining) await this.#isNotified('bob', 'meeting_poll')
    if (route === 'meetings.addToCalendar') await this.#isNotified('bob', 'meeting_confirmed')
    Object.assign(this.#variables, await this.#authenticator(route, this.#variables, now))
  }

  async messages(): Promise<Record<string, unknown>> {
    return (await this.#talk?.messages()) ?? {}
  }

  close(): void {
    this.#talk?.close()
  }

  /**
   * Waits until the server has written a notification. The server does this in the background, and each write increases
   * the versions in later responses.
   */
  async #isNotified(as: Who, event: string): Promise<void> {
    for (;;) {
      const { body } = await this.#ask({ route: 'notifications.list', as })
      if ((body as { event: string }[]).some(each => each.event === event)) return
      await pause(POLL_MS)
    }
  }

  #ask = (request: Request): Promise<Asked> => ask(this.#server.fetch, request, this.#variables)

  async #refusal(request: Request, { settings, repeat = 0 }: Fault): Promise<Asked> {
    if (settings) {
      const other = await openReferenceServer(settings)
      return ask(other.fetch, request, this.#variables).finally(() => other.close())
    }
    for (let count = 0; count < repeat; count++) await this.#ask(request)
    return this.#ask(request)
  }

  #keep(places: Step['keep'], answer: unknown): void {
    for (const [name, place] of Object.entries(places ?? {})) this.#variables[name] = at(answer, place)
  }
}

const sorted = (errors: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(errors).sort(([a], [b]) => Number(a) - Number(b)))

/** Creates tokens with one scope each. Returns a function that selects one without the scope that a route needs. */
async function narrowTokens(server: ReferenceServer): Promise<(route: string) => string> {
  const variables: Variables = { ...START, email: OTHER }
  const body = { email: '{{email}}', password: '{{password}}' }
  const first = { ...body, setup_code: REFERENCE_SETUP_CODE }
  await ask(server.fetch, { route: 'accounts.signUp', as: 'nobody', body: first }, variables)
  const signedIn = await ask(server.fetch, { route: 'accounts.signIn', as: 'nobody', body }, variables)
  variables['token'] = at(signedIn.body, 'access_token')
  const make = async (scope: string) => {
    const made = await ask(
      server.fetch,
      { route: 'tokens.create', body: { name: 'Narrow', scopes: [scope] } },
      variables,
    )
    return at(made.body, 'token')
  }
  const [tags, users, write] = [await make('tags:read'), await make('users:read'), await make('tags:write')]
  // Every token with a read scope may read the change log, so only a token with just a write scope is rejected
  // there.
  return route => (route.startsWith('changes.') ? write : route.startsWith('tags.') ? users : tags)
}
