import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { runCommandHere } from '../../test/support/command.ts'
import { runProgram, type Settings, startProgram } from '../../test/support/process.ts'
import { silentLog } from '../../test/support/silent-log.ts'
import { migratedPostgresUrl } from '../../test/support/storages.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { auditStore } from '../features/audit/store.ts'
import { oauthRecordStore } from '../features/oauth/provider/record-store.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { openStorage } from '../platform/storage/open.ts'
import type { Storage } from '../platform/storage/unit-of-work.ts'

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`commands beside a server on ${database}`, () => {
    let settings: Settings
    let server: Awaited<ReturnType<typeof startProgram>>
    let drop = async () => {}
    before(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'daymark-commands-'))
      settings = { DATA_DIR: join(folder, 'data'), PUBLIC_URL: 'http://daymark.test' }
      if (database === 'PostgreSQL') {
        const postgres = await migratedPostgresUrl()
        settings['DATABASE_URL'] = postgres.url
        drop = postgres.drop
      }
      server = await startProgram(settings)
    })
    after(async () => {
      await server.stop()
      await drop()
      rmSync(join(settings['DATA_DIR'] ?? '', '..'), { recursive: true })
    })

    /** Uses another port than the server, because a command does not know where the server listens. */
    const token = (...args: string[]) =>
      runCommandHere('token', args, { ...settings, PUBLIC_URL: '', PORT: '4711' })
    const user = (...args: string[]) => runCommandHere('user', args, settings)
    /** Sends a write with this token and returns the `via` that the history shows for it. */
    const wroteVia = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ week_start: 1 })
      await fetch(`${server.url}/v1/users/me/preferences`, { method: 'PATCH', headers, body })
      const [change] = (await (await fetch(`${server.url}/v1/history`, { headers })).json()) as {
        via: string
      }[]
      return change?.via
    }
    const audit = (...args: string[]) => runCommandHere('audit-log', args, settings)
    const me = async (bearer: string) => {
      const response = await fetch(`${server.url}/v1/users/me`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      return {
        status: response.status,
        ...((await response.json()) as { id?: string; display_name?: string }),
      }
    }
    const signIn = (email: string, password: string) =>
      fetch(`${server.url}/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })

    it('token: creates the account on first use, and the same address is the same person', async () => {
      const [first, second] = await Promise.all([
        token('--email', 'Ann@Example.org', '--name', 'Ann'),
        runProgram('commands/token.ts', ['--email', 'ann@example.org', '--hours', '24'], settings),
      ])
      assert.deepEqual([first.code, second.code], [0, 0], first.err + second.err)
      const claims = [decodeJwt(first.out), decodeJwt(second.out)]
      assert.equal(claims[0]?.sub, claims[1]?.sub)
      assert.deepEqual(
        claims.map(({ exp = 0, iat = 0 }) => (exp - iat) / 3600),
        [1, 24],
      )
      const answer = await me(first.out)
      assert.deepEqual([answer.status, answer.id], [200, claims[0]?.sub])
      assert.equal(await wroteVia(first.out), 'api', 'a script is not the web app')
    })

    it('user create and reset-password: print a password that works', async () => {
      const made = await user('create', '--email', 'bob@example.org', '--name', 'Bob')
      const first = /Password: (\S+)/.exec(made.out)?.[1] ?? ''
      assert.equal((await signIn('bob@example.org', first)).status, 200)
      const again = await user('create', '--email', 'bob@example.org')
      assert.equal(again.code, 1)
      assert.match(
        again.err,
        /^Database: .*\n\nThere is already an account with the address bob@example\.org\.$/,
      )

      const tokenOfBob = await token('--email', 'bob@example.org')
      const reset = await user('reset-password', '--email', 'bob@example.org')
      assert.match(reset.out, /all tokens are revoked/)
      assert.equal((await me(tokenOfBob.out)).status, 401)
      const second = /Password: (\S+)/.exec(reset.out)?.[1] ?? ''
      assert.equal((await signIn('bob@example.org', first)).status, 401)
      assert.equal((await signIn('bob@example.org', second)).status, 200)
    })

    it('audit-log: prints who did what; user reset-factors: removes the second factor', async () => {
      const { out, err } = await user('create', '--email', 'dora@example.org')
      const password = /Password: (\S+)/.exec(out)?.[1]
      assert.ok(password, err)
      const signedIn = await signIn('dora@example.org', password)
      assert.equal(signedIn.status, 200, await signedIn.clone().text())
      const { access_token } = (await signedIn.json()) as { access_token: string }
      const call = async (path: string, body: object) => {
        const answer = await fetch(`${server.url}/v1/account/totp${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        assert.ok(answer.ok, await answer.clone().text())
        return (await answer.json()) as { secret: string }
      }
      const { secret } = await call('', {})
      await call('/confirm', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
      assert.equal((await signIn('dora@example.org', password)).status, 401)
      const reset = await user('reset-factors', '--email', 'dora@example.org')
      assert.match(reset.out, /with only the password/)
      assert.equal((await signIn('dora@example.org', password)).status, 200)
      const log = await audit('--email', 'dora@example.org', '--json')
      const events = log.out.split('\n').map(line => (JSON.parse(line) as { event: string }).event)
      assert.deepEqual(events.sort(), [
        'account_created',
        'factor_added',
        'factor_removed',
        'signed_in',
        'signed_in',
      ])
      const removed = (await audit('--event', 'factor_removed')).out
      assert.ok(removed.includes(`user reset-factors on ${hostname()}`), removed)
      assert.match(removed, /dora@example\.org .* command line/)
      assert.match((await audit('--event', 'signed_inn')).err, /Did you mean "signed_in"/)
      assert.match(
        (await audit('--email', 'dorra@example.org')).err,
        /^Database: .*\n\nThere is no one with the address dorra@example\.org\. Did you mean dora@example\.org\?$/,
      )
      assert.match((await audit('--email', 'dora')).err, /"dora" is not an email address/)
      assert.match((await audit('--id', 'nobody')).err, /no one with the id nobody\. "npm run user -- list"/)
      for (const command of ['reset-password', 'reset-factors', 'verify', 'disable', 'keep'])
        assert.match(
          (await user(command, '--email', 'dora@example.com')).err,
          /Did you mean dora@example\.org\?$/,
        )
    })

    it('token: says that it has created an account, and which address may be meant', async () => {
      await token('--email', 'gina@example.org')
      const again = await token('--email', 'gina@example.org')
      assert.doesNotMatch(again.err, /created/)
      const typo = await token('--email', 'gnia@example.org')
      assert.equal(typo.code, 0)
      assert.match(
        typo.err,
        /There was no account with the address gnia@example\.org, so it was created\. Did you mean gina@example\.org\? To remove the new one: npm run user -- delete --email gnia@example\.org --yes$/,
      )
      assert.equal((await me(typo.out)).status, 200)
    })

    // Runs on one database only, because reading from stdin does not depend on the database.
    if (database === 'SQLite')
      it('a password of the operator’s choice comes from the input and is not printed', async () => {
        const given = (args: string[], input: string) => runProgram('commands/user.ts', args, settings, input)
        const chosen = await given(
          ['reset-password', '--email', 'bob@example.org', '--password-stdin'],
          'my own long phrase\n',
        )
        assert.equal(chosen.code, 0, chosen.err)
        assert.doesNotMatch(chosen.out, /phrase/)
        assert.equal((await signIn('bob@example.org', 'my own long phrase')).status, 200)
        const weak = await given(['create', '--email', 'c@example.org', '--password-stdin'], 'qwertyuiop')
        assert.equal(weak.code, 1)
        assert.match(weak.err, /\n\npassword is too common\. Choose a password that is harder to guess\.$/)
      })

    it('user disable, enable and delete: take effect at once for a fresh token', async () => {
      const email = 'cleo@example.org'
      const [first, second, third] = [
        await token('--email', email),
        await token('--email', email),
        await token('--email', email),
      ]
      assert.equal((await me(first.out)).status, 200)
      assert.match((await user('disable', '--email', email)).out, /disabled/)
      assert.equal((await me(second.out)).status, 401)
      assert.match((await token('--email', email)).err, /is disabled/)
      assert.match((await user('list')).out, /cleo@example.org .* disabled +user$/m)
      await user('enable', '--email', email)
      assert.equal((await me(second.out)).status, 200)

      const hesitant = await user('delete', '--email', email)
      assert.equal(hesitant.code, 1)
      assert.match(hesitant.err, /--yes/)
      await user('delete', '--email', email, '--yes')
      assert.equal((await me(third.out)).status, 401)
      assert.doesNotMatch((await user('list')).out, /cleo/)
    })
  })
}

describe('commands without a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-commands-'))
  const settings = { DATA_DIR: folder, PUBLIC_URL: 'http://daymark.test' }
  after(() => rmSync(folder, { recursive: true }))
  const token = (...args: string[]) => runCommandHere('token', args, settings)
  const user = (...args: string[]) => runCommandHere('user', args, settings)
  before(async () => (await openStorage({ kind: 'sqlite', path: join(folder, 'daymark.db') })).close())

  it('refuse impossible requests with a message', async () => {
    const run = (extra: Settings) =>
      runCommandHere('token', ['--email', 'a@b.co'], { DATA_DIR: folder, ...extra })
    assert.match(
      (await run({ OIDC_ISSUER_URL: 'https://id.example', OIDC_CLIENT_ID: 'web' })).err,
      /sign in at https:\/\/id\.example/,
    )
    assert.match((await run({ DATABASE_URL: 'sqlite::memory:' })).err, /in memory/)
    assert.match((await run({ PORT: 'x' })).err, /PORT must be/)
  })

  it('bad input: exit code 1, a message on stderr, nothing on stdout', async () => {
    const cases: [Promise<{ code: number | null; out: string; err: string }>, RegExp][] = [
      [token(), /email address is required[\s\S]*Usage/],
      [token('--email', 'nonsense'), /"nonsense" is not an email address/],
      [token('--email', 'a@b.co', '--hours', '721'), /1 to 720/],
      [token('--emial', 'a@b.co'), /no option --emial\. Did you mean --email\?[\s\S]*Usage/],
      [token('--email', 'a@b.co', 'surplus'), /Unexpected argument "surplus"/],
      [user('disable'), /--email or --id/],
      [user('enable', '--id', 'nobody'), /no one with the id nobody/],
      [user('nonsense'), /no command "nonsense"[\s\S]*Usage/],
      [user('toString'), /no command "toString"/],
      [user('creat', '--email', 'a@b.co'), /no command "creat"\. Did you mean "create"\?/],
      [user(), /Name a command[\s\S]*Usage/],
    ]
    for (const [outcome, sentence] of cases) {
      const { code, out, err } = await outcome
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, sentence)
      assert.doesNotMatch(err, /\n\s+at /)
    }
  })

  it('a lost secret stops the server until everyone is signed out', async () => {
    const old = await token('--email', 'a@b.co')
    const before = await openStorage(readConfig(settings).database)
    const none = { account_id: null, grant_id: null, session_uid: null, user_code: null, scopes: null }
    const client = { kind: 'Client', id: 'app', client_id: 'app', audience: null, expires_at: null }
    await before.write([], tx => oauthRecordStore(tx).save({ ...none, ...client, payload: 'sealed' }, 0))
    await before.close()
    rmSync(join(folder, 'secrets.json'))
    const refused = await runProgram('main.ts', [], { ...settings, PORT: '0' })
    assert.equal(refused.code, 1)
    assert.match(refused.err, /sign-out-everybody/)
    assert.doesNotMatch(refused.err, /\n\s+at /)
    assert.equal((await user('sign-out-everybody')).code, 1)
    assert.equal((await user('sign-out-everybody', '--yes')).code, 0)
    assert.ok(!existsSync(join(folder, 'secrets.json')))
    const config = readConfig(settings)
    const storage = await openStorage(config.database)
    const app = await buildApp({ config, storage, clock: systemClock, log: silentLog })
    const headers = { authorization: `Bearer ${old.out}` }
    assert.equal((await app.inject({ url: '/v1/users/me', headers })).statusCode, 401)
    const found = await storage.read(db => oauthRecordStore(db).find('Client', 'id', 'app'))
    assert.equal(found, undefined, 'the new secret cannot decrypt registered apps')
    await app.close()
    await storage.close()
  })
})

it('every command that changes something, or carries data out, leaves an entry in the audit trail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-commands-'))
  const settings = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') }
  const run = async (name: string, ...args: string[]) => {
    const { code, out, err } = await runCommandHere(name, args, settings)
    assert.equal(code, 0, `${name} ${args.join(' ')}: ${err}`)
    return out
  }
  const user = (command: string, ...more: string[]) =>
    run('user', command, '--email', 'ann@example.org', ...more)
  await run('migrate')
  await run('user', '--setup-link')
  await user('create')
  await user('reset-password')
  await user('verify')
  await run('user', 'change-email', '--email', 'ann@example.org', '--to', 'a@example.org')
  await run('user', 'change-email', '--email', 'a@example.org', '--to', 'ann@example.org')
  for (const role of ['user', 'admin']) await user('role', '--role', role)
  await user('disable')
  await user('enable')
  const opened = await openStorage(readConfig(settings).database)
  await greetHere(opened, settings, await run('token', '--email', 'ann@example.org'))
  const archive = join(folder, 'ann.zip')
  await run('export', '--user', 'ann@example.org', '--to', archive)
  await run('import', '--user', 'ann@example.org', '--from', archive, '--dry-run')
  await run('import', '--user', 'ann@example.org', '--from', archive)
  await run('prune')
  await run('backup')
  await user('delete', '--yes')
  await run('user', 'sign-out-everybody', '--yes')
  const entries = await opened.read(db => auditStore(db).newest(100, {}))
  await opened.close()
  assert.ok(entries.every(({ command }) => command?.endsWith(` on ${hostname()}`)))
  const left = entries.map(({ event, owner_id, command, subject_name }) =>
    [command?.replace(` on ${hostname()}`, ''), event, owner_id, subject_name].filter(Boolean).join(' | '),
  )
  // Everything about the person went with the person.
  assert.deepEqual(left.toSorted(), [
    'backup | command_run | backup',
    'migrate | command_run | migrate',
    'prune | command_run | prune',
    'user --setup-link | command_run | user --setup-link',
    'user delete | account_deleted',
    'user sign-out-everybody | command_run | user sign-out-everybody',
  ])
  const [backup = ''] = readdirSync(settings.BACKUP_DIR).filter(name => name.endsWith('.tar.gz'))
  await run('restore', join(settings.BACKUP_DIR, backup), '--force')
  const restored = await openStorage(readConfig(settings).database)
  const kept = await restored.read(db => auditStore(db).newest(100, {}))
  await restored.close()
  assert.deepEqual(
    kept
      .map(({ command, event, email, subject_name }) =>
        [command?.replace(` on ${hostname()}`, ''), event, email, subject_name].join(' | '),
      )
      .toSorted(),
    [
      'backup | command_run |  | backup',
      'export | data_exported | ann@example.org | ',
      'import | command_run | ann@example.org | import',
      'migrate | command_run |  | migrate',
      'prune | command_run |  | prune',
      'restore | command_run |  | restore',
      'token | token_created | ann@example.org | ',
      'user --setup-link | command_run |  | user --setup-link',
      'user change-email | email_changed | ann@example.org | ',
      'user change-email | email_changed | ann@example.org | ',
      'user create | account_created | ann@example.org | ',
      'user disable | account_disabled | ann@example.org | ',
      'user enable | account_enabled | ann@example.org | ',
      'user reset-password | password_changed | ann@example.org | ',
      'user role | role_changed | ann@example.org | admin',
      'user role | role_changed | ann@example.org | user',
      'user verify | email_verified | ann@example.org | ',
    ],
  )
  rmSync(folder, { recursive: true })
})

/** `export` and `import` need a person who has signed in once. */
async function greetHere(storage: Storage, settings: Settings, bearer: string): Promise<void> {
  const shared = { ...storage, close: async () => {} }
  const app = await buildApp({
    config: readConfig(settings),
    storage: shared,
    clock: systemClock,
    log: silentLog,
  })
  const headers = { authorization: `Bearer ${bearer}` }
  assert.equal((await app.inject({ url: '/v1/users/me', headers })).statusCode, 200)
  await app.close()
}

it('prune --rewrite writes the file again without a server, and refuses beside one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-commands-'))
  const settings = { DATA_DIR: folder }
  const inUse = await openStorage({ kind: 'sqlite', path: join(folder, 'daymark.db') })
  // Uses a separate process because the test is about a lock between processes.
  const beside = await runProgram('commands/prune.ts', ['--rewrite'], settings)
  await inUse.close()
  assert.equal(beside.code, 1)
  assert.match(beside.err, /Another Daymark server/)
  const { code, out } = await runCommandHere('prune', ['--rewrite'], settings)
  assert.equal(code, 0)
  assert.match(out, /File size: [\d.]+ MB before, [\d.]+ MB now\./)
  rmSync(folder, { recursive: true })
})
