// The commands `daymark login` and `daymark logout`.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, fileStorage, NetworkError } from '@daymark/client'
import { isEnded } from '@daymark/client/outbox/entry'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import {
  accountFolder,
  type Credentials,
  checkedUrl,
  readCredentials,
  removeCredentials,
  writeCredentials,
} from '../session/credentials.ts'
import { deviceLogin, findEndpoints, revoke } from '../session/device-login.ts'
import { privateFs } from '../session/private-files.ts'
import { ask, readAll } from '../session/prompt.ts'
import { accountOf, withSession } from '../session/session.ts'
import { plain } from '../view/width.ts'

const TIMEOUT_MS = 15_000

export async function login(context: Context): Promise<void> {
  const { env, t, styles } = context
  const server = await chosenServer(context)
  const issuer = await issuerOf(server, context)
  if (server.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(server))
    context.note(styles.warn(t.login.insecure))
  const secret = await signIn(server, issuer, context)
  const token = secret.token ?? secret.grant?.access_token
  const account = await accountOf(createClient({ baseUrl: server, token }), server, t)
  await writeCredentials(env, { server, account, ...secret })
  // Loads the local copy, so that commands work offline from now on.
  await withSession({ ...context, env: { ...env, DAYMARK_SERVER: '', DAYMARK_TOKEN: '' } }, async () => {})
  context.say(
    `${styles.good('✓')} ${t.login.done(plain(account.name), server)}`,
    `  ${styles.dim(t.login.next)}`,
  )
  context.json({ server, account })
}

async function chosenServer({ words, env, t, isTerminal }: Context): Promise<string> {
  const known = words[0] ?? env['DAYMARK_SERVER'] ?? (await readCredentials(env))?.server
  const given = known ?? (isTerminal && process.stdin.isTTY ? await ask(t.login.server) : undefined)
  if (!given) throw new Failure('usage', t.errors.missing('[server]'), t.seeHelp('daymark login --help'))
  if (/^(dmk_|ey[A-Za-z0-9_-]+\.)/.test(given))
    throw new Failure('usage', t.errors.tokenArgument, t.errors.tokenHint)
  return checkedUrl(given, t)
}

async function issuerOf(server: string, { t }: Context): Promise<string> {
  try {
    const info = await createClient({ baseUrl: server }).server.info({
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return info.issuer
  } catch (error) {
    const isUnreachable = error instanceof NetworkError && !/JSON/.test(error.message)
    if (isUnreachable || (error as Error).name === 'TimeoutError')
      throw new Failure('offline', t.errors.unreachable(server))
    throw new Failure('failed', t.errors.notAServer(server))
  }
}

async function signIn(
  server: string,
  issuer: string,
  context: Context,
): Promise<Pick<Credentials, 'token' | 'grant'>> {
  const { t, styles, flags } = context
  const isPrompt = process.stdin.isTTY === true
  if (!flags.has('with-token') && isPrompt) {
    const endpoints = await findEndpoints(issuer).catch(() => undefined)
    if (endpoints) {
      const grant = await deviceLogin(
        endpoints,
        ({ user_code, verification_uri, verification_uri_complete }) => {
          context.note(t.login.open)
          context.note(`\n  ${styles.accent(verification_uri_complete ?? verification_uri)}`)
          context.note(`  ${styles.bold(user_code)}\n`)
          context.note(styles.dim(t.login.waiting))
        },
        t,
      )
      if (grant) return { grant }
    }
    context.note(t.errors.noDevice)
    context.note(`  ${styles.accent(`${server}/settings`)}`)
  }
  const token = (
    isPrompt ? await ask(t.login.token, { isSecret: true }) : await readAll(process.stdin)
  ).trim()
  if (token === '') throw new Failure('usage', t.errors.noToken, t.errors.tokenHint)
  return { token }
}

export async function logout(context: Context): Promise<void> {
  const { env, t, styles } = context
  const credentials = await readCredentials(env)
  if (!credentials) throw new Failure('signed_out', t.errors.signedOut)
  const folder = accountFolder(env, credentials.server, credentials.account.id)
  const stored = await fileStorage(privateFs, join(folder, 'outbox')).load(credentials.account.id)
  const waiting = stored.filter(entry => !isEnded(entry)).length
  if (waiting > 0 && !context.flags.has('force'))
    throw new Failure('failed', t.errors.waiting(waiting), t.errors.waitingHint)
  if (credentials.grant) await revoke(credentials.grant)
  await removeCredentials(env)
  await rm(folder, { recursive: true, force: true })
  context.say(`${styles.good('✓')} ${t.login.bye(credentials.server)}`)
  if (credentials.token !== undefined) context.say(`  ${styles.dim(t.login.tokenStays)}`)
  context.json({ server: credentials.server })
}
