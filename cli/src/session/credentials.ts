// The stored sign-in. Environment variables take precedence, for scripts and CI.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../failure.ts'
import type { Texts } from '../texts/texts.ts'
import { credentialsFile, stateFolder } from './paths.ts'
import { readJson, writePrivate } from './private-files.ts'

/** The tokens from a browser sign-in. */
export interface Grant {
  readonly access_token: string
  readonly refresh_token: string | null
  /** The URL that renews the access token. */
  readonly token_endpoint: string
  readonly revocation_endpoint: string | null
  readonly client_id: string
}

export interface Credentials {
  readonly server: string
  readonly account: { readonly id: string; readonly name: string }
  /** A personal access token. */
  readonly token?: string
  readonly grant?: Grant
}

/** Credentials from the environment, which does not contain the account. */
export interface GivenToken {
  readonly server: string
  readonly token: string
}

/**
 * Throws for a token without a server. Also throws for a server without a token if a different server is stored.
 * Otherwise, the command could use the wrong account or server.
 */
export function fromEnvironment(
  env: NodeJS.ProcessEnv,
  stored: Credentials | undefined,
  t: Texts,
): GivenToken | undefined {
  const [given, token] = [env['DAYMARK_SERVER'], env['DAYMARK_TOKEN']]
  const server = given && checkedUrl(given, t)
  if (server && token) return { server, token }
  if (token || (server && stored && stored.server !== server)) throw new Failure('usage', t.errors.halfGiven)
  return undefined
}

export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials | undefined> {
  const stored = (await readJson(credentialsFile(env))) as Partial<Credentials> | undefined
  return stored?.server && stored.account?.id && (stored.token || stored.grant)
    ? (stored as Credentials)
    : undefined
}

export const writeCredentials = (env: NodeJS.ProcessEnv, credentials: Credentials): Promise<void> =>
  writePrivate(credentialsFile(env), credentials)

export const removeCredentials = (env: NodeJS.ProcessEnv): Promise<void> =>
  rm(credentialsFile(env), { force: true })

/** The folder for one account on one server. Its name is a hash, because ids can contain any characters. */
export function accountFolder(env: NodeJS.ProcessEnv, server: string, account: string): string {
  const name = createHash('sha256').update(`${server} ${account}`).digest('hex').slice(0, 24)
  return join(stateFolder(env), name)
}

export function checkedUrl(given: string, t: Texts): string {
  try {
    return serverUrl(given)
  } catch {
    throw new Failure('usage', t.errors.badUrl(given))
  }
}

/** Adds a missing protocol: `http` for this computer, otherwise `https`. Drops everything after the path. */
function serverUrl(given: string): string {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(given)
  const text = /^https?:\/\//i.test(given) ? given : `${isLocal ? 'http' : 'https'}://${given}`
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
