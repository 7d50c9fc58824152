// Signs in with a browser on any device, using the OAuth device authorization grant (RFC 8628).
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import type { Texts } from '../texts/texts.ts'
import type { Grant } from './credentials.ts'

const CLIENT_ID = 'daymark-cli'
const SCOPE = 'read write'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
const USUAL_INTERVAL_S = 5
const SLOWER_S = 5
const TIMEOUT_MS = 15_000

export interface Invitation {
  readonly user_code: string
  readonly verification_uri: string
  /** `verification_uri` with the code as a parameter. */
  readonly verification_uri_complete?: string
}

interface Endpoints {
  readonly device_authorization_endpoint: string
  readonly token_endpoint: string
  readonly revocation_endpoint?: string
}

/** Returns undefined if the issuer does not support the device authorization grant. */
export async function findEndpoints(issuer: string): Promise<Endpoints | undefined> {
  const response = await fetch(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) return undefined
  const found = (await response.json().catch(() => ({}))) as Partial<Endpoints>
  return found.device_authorization_endpoint && found.token_endpoint ? (found as Endpoints) : undefined
}

/**
 * Requests a code, shows it with `invite`, and waits until the user approves it. Throws if the user denies it or the
 * code expires. Returns undefined if the issuer refuses the request, for example because an external OpenID provider
 * does not know this client.
 */
export async function deviceLogin(
  endpoints: Endpoints,
  invite: (invitation: Invitation) => void,
  t: Texts,
): Promise<Grant | undefined> {
  const asked = await post(endpoints.device_authorization_endpoint, { client_id: CLIENT_ID, scope: SCOPE })
  if (!asked.ok) return undefined
  const code = (await asked.json()) as Invitation & {
    device_code: string
    expires_in: number
    interval?: number
  }
  invite(code)
  const ends = Date.now() + code.expires_in * 1000
  let interval = code.interval ?? USUAL_INTERVAL_S
  while (Date.now() < ends) {
    await sleep(interval * 1000)
    const answer = await post(endpoints.token_endpoint, {
      grant_type: GRANT_TYPE,
      device_code: code.device_code,
      client_id: CLIENT_ID,
    }).catch(() => undefined)
    if (answer?.ok) return grantOf((await answer.json()) as Tokens, endpoints)
    // Treats a lost connection as `slow_down`, because RFC 8628 recommends polling less often after a timeout.
    const error = answer ? ((await answer.json().catch(() => ({}))) as { error?: string }).error : 'slow_down'
    if (error === 'slow_down') interval += SLOWER_S
    else if (error === 'access_denied') throw new Failure('failed', t.errors.deviceDenied)
    else if (error !== 'authorization_pending') break
  }
  throw new Failure('failed', t.errors.deviceExpired)
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
}

const grantOf = (
  { access_token, refresh_token }: Tokens,
  { token_endpoint, revocation_endpoint }: Endpoints,
): Grant => ({
  access_token,
  refresh_token: refresh_token ?? null,
  token_endpoint,
  revocation_endpoint: revocation_endpoint ?? null,
  client_id: CLIENT_ID,
})

/** Revokes the sign-in on the server. Ignores errors, so that signing out on this computer always succeeds. */
export async function revoke({
  revocation_endpoint,
  refresh_token,
  access_token,
  client_id,
}: Grant): Promise<void> {
  if (revocation_endpoint === null) return
  const token = refresh_token ?? access_token
  await post(revocation_endpoint, { token, client_id }).catch(() => {})
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
