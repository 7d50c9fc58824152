// A walkthrough step is a request, plus the variables that later steps take from its response.
import { writeLinkToken } from '../../server/src/features/accounts/links/link-token.ts'

export type Who = 'ann' | 'bob' | 'nobody'

export interface Step {
  /** `feature.operation`, as in the route table. */
  route: string
  /** The request's name in the collection; the route's summary by default. */
  name?: string
  /** Who sends the request; Ann by default. */
  as?: Who
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** The expected status, if it differs from the route's default. */
  status?: number
  /**
   * Other statuses that the collection accepts, because some servers send no email or allow no passkeys, and because
   * some steps must be prepared in a browser.
   */
  unlessPrepared?: readonly number[]
  /** Variables for later steps. Each value is a path in the response, such as `id` or `0.id`. */
  keep?: Record<string, string>
  /** Variants of the request that must fail. */
  faults?: readonly Fault[]
}

export interface Fault extends Pick<Step, 'as' | 'params' | 'query' | 'body'> {
  status: number
  /** Sends the failing request before the step itself. */
  before?: true
  headers?: Record<string, string>
  /** The number of valid requests to send first, so that the next one exceeds a limit. */
  repeat?: number
  /** Sends the request to a separate server with these settings. */
  settings?: Record<string, string>
}

/** A command on the timer socket without a REST counterpart. */
export interface SocketStep {
  socket: string
  payload: Record<string, unknown>
  keep?: Record<string, string>
  /** The expected error code, if the command must fail. */
  fails?: string
}

export interface Chapter {
  title: string
  about: string
  steps: readonly (Step | SocketStep)[]
}

export type Variables = Record<string, string>

/** The recorder stores these link ids instead of sending the links by email. */
export const LINKS = {
  verify: '01999999-9999-7999-8999-000000000002',
  taken: '01999999-9999-7999-8999-000000000003',
  reset: '01999999-9999-7999-8999-000000000004',
}

export const REFERENCE_SECRET = 'the secret of the reference server'
export const REFERENCE_SETUP_CODE = 'setup-code-of-the-reference'

const tokenOf = (id: string) => writeLinkToken(id, REFERENCE_SECRET)

/** The initial variables. All others come from responses and socket messages. */
export const START: Variables = {
  email: 'ann@example.org',
  friend_email: 'bob@example.org',
  password: 'correct horse battery',
  new_password: 'battery staple correct',
  unknown_id: '01999999-9999-7999-8999-999999999999',
  // Users read this code from an authenticator app, so the recorder computes it.
  totp_code: '123456',
  // A browser and its authenticator create the following values, so the recorder computes them.
  credential_id: 'Y3JlZGVudGlhbA',
  client_data: 'e30',
  attestation: 'e30',
  signed_client_data: 'e30',
  authenticator_data: 'e30',
  signature: 'e30',
  passkey_id: '01999999-9999-7999-8999-000000000002',
  // Users connect an app in the browser, so the recorder creates the app.
  app_id: '01999999-9999-7999-8999-000000000001',
  // Requests that take long, so the recorder stores their jobs.
  job_id: '01999999-9999-7999-8999-000000000005',
  deletion_job_id: '01999999-9999-7999-8999-000000000006',
  // The text after `#token=` in emailed links.
  verify_token: tokenOf(LINKS.verify),
  taken_token: tokenOf(LINKS.taken),
  reset_token: tokenOf(LINKS.reset),
}

/** Replaces `{{name}}` in strings and keys with the value of the variable. */
export function filled<T>(value: T, variables: Variables): T {
  const text = JSON.stringify(value ?? null).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const found = variables[name]
    if (found === undefined) throw new Error(`No earlier step has set "${name}".`)
    return JSON.stringify(found).slice(1, -1)
  })
  return JSON.parse(text) as T
}

/** Returns the string at a response path, such as `0.id`. */
export function at(value: unknown, place: string): string {
  const found = place
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
  if (typeof found !== 'string') throw new Error(`There is no text at "${place}".`)
  return found
}
