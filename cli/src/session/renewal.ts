// Provides the access token of a browser sign-in, and renews it when the server rejects it.
import type { Connection } from '@daymark/client'
import { type Credentials, type Grant, readCredentials, writeCredentials } from './credentials.ts'

const TIMEOUT_MS = 15_000

export function tokenOf(credentials: Credentials, env: NodeJS.ProcessEnv): Connection['token'] {
  const { token, grant } = credentials
  if (token !== undefined || !grant) return () => token
  let current = grant
  let renewing: Promise<Grant | undefined> | undefined
  return async refused => {
    if (refused === undefined || refused !== current.access_token) return current.access_token
    renewing ??= renewed(credentials, current, env).finally(() => {
      renewing = undefined
    })
    current = (await renewing) ?? current
    return current.access_token
  }
}

/**
 * Renews the grant. First looks for a newer grant from another process, because a refresh token can be used only once.
 */
async function renewed(
  credentials: Credentials,
  used: Grant,
  env: NodeJS.ProcessEnv,
): Promise<Grant | undefined> {
  const stored = async () => {
    const grant = (await readCredentials(env))?.grant
    return grant && grant.access_token !== used.access_token ? grant : undefined
  }
  const newer = await stored()
  if (newer || used.refresh_token === null) return newer
  const response = await fetch(used.token_endpoint, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: used.refresh_token,
      client_id: used.client_id,
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) return stored()
  const answer = (await response.json()) as { access_token: string; refresh_token?: string }
  const grant: Grant = {
    ...used,
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? used.refresh_token,
  }
  await writeCredentials(env, { ...credentials, grant })
  return grant
}
