import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../../test/support/accounts.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { readConfig } from '../../../config/config.ts'
import { RECHECK_MS } from '../../../platform/sign-in/authenticator.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'
import { personalTokens } from '../../tokens/revoke-all.ts'
import { openAccounts } from '../open.ts'

const NEXT = 'another long phrase'

/** Lets a second server use the database without closing it. */
const sharing = (storage: Storage): Storage => ({ ...storage, close: async () => {} })

forEachStorage('ending access', open => {
  let server: EmbeddedApp
  /** A second instance that is not notified and must recheck tokens on its own. */
  let elsewhere: EmbeddedApp
  /** The operator's commands. In production, they run in a separate process. */
  let admin: Awaited<ReturnType<typeof openAccounts>>['admin']
  before(async () => {
    server = await startEmbedded(await open())
    const settings = { DATA_DIR: server.dataDir }
    elsewhere = await startEmbedded(sharing(server.storage), settings)
    ;({ admin } = await openAccounts({
      config: readConfig(settings),
      storage: server.storage,
      clock: server.clock,
      issuer: () => 'http://localhost:2614',
      personalTokens: personalTokens(server.clock),
    }))
  })
  after(async () => {
    await elsewhere.close()
    await server.close()
  })

  /** Creates a person with tokens of a session, of a script and of the command line, already used on both instances. */
  async function person() {
    const here = await server.join()
    const there = await server.signIn(here.email)
    const personal = (await here.client.tokens.create({ body: { name: 'script', scopes: ['read'] } })).token
    const command = await admin.tokenFor(here.email, undefined, 24)
    const access = { there: there.access_token, personal, command }
    for (const token of Object.values(access)) {
      await server.bearer(token).users.me()
      await elsewhere.bearer(token).users.me()
    }
    return { ...here, refresh: there.refresh_token, access }
  }

  const works = (client: Client) =>
    client.users.me().then(
      () => true,
      (error: { status?: number }) => {
        assert.equal(error.status, 401)
        return false
      },
    )
  /** Returns the kinds of tokens that still work on both instances after the recheck time. */
  async function left(access: Record<string, string>): Promise<string[]> {
    elsewhere.clock.advance(RECHECK_MS)
    const found: string[] = []
    for (const [name, token] of Object.entries(access)) {
      const both = [await works(server.bearer(token)), await works(elsewhere.bearer(token))]
      assert.equal(both[0], both[1], `${name} works on one instance only`)
      if (both[0]) found.push(name)
    }
    return found
  }

  it('a changed password ends everything', async () => {
    const { client, access, refresh } = await person()
    const body = { current_password: PASSWORD, new_password: NEXT }
    assert.deepEqual(await client.accounts.changePassword({ body }), {
      ok: true,
      ended: 1,
      revoked_tokens: 2,
    })
    assert.deepEqual(await left(access), [])
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token: refresh } }), 401)
    await client.users.me()
    assert.deepEqual(await client.tokens.list(), [])
  })

  it('a changed password keeps the tokens of programs on request, and only those', async () => {
    const { client, access } = await person()
    const body = { current_password: PASSWORD, new_password: NEXT, revoke_tokens: false }
    const { ended, revoked_tokens } = await client.accounts.changePassword({ body })
    assert.deepEqual([ended, revoked_tokens], [1, 0])
    assert.deepEqual(await left(access), ['personal', 'command'])
  })

  it('signing out everywhere ends everything, or only sign-ins', async () => {
    const first = await person()
    assert.deepEqual(await first.client.accounts.endOtherSessions(), {
      ok: true,
      ended: 1,
      revoked_tokens: 2,
    })
    assert.deepEqual(await left(first.access), [])
    const second = await person()
    const query = { revoke_tokens: false }
    assert.equal((await second.client.accounts.endOtherSessions({ query })).revoked_tokens, 0)
    assert.deepEqual(await left(second.access), ['personal', 'command'])
  })

  it('the operator’s reset ends everything, and clears the login throttle', async () => {
    const { email, access, access_token } = await person()
    for (let i = 0; i < 6; i++) await server.signIn(email, 'a wrong guess').catch(() => {})
    await admin.resetPassword(email, NEXT)
    server.clock.advance(RECHECK_MS)
    assert.deepEqual(await left({ ...access, here: access_token }), [])
    await rejectsWith(server.signIn(email), 401)
    await server.signIn(email, NEXT)
  })

  it('a token of the command line is a session that its owner can see and end', async () => {
    const { client, access } = await person()
    const sessions = await client.accounts.sessions()
    const command = sessions.filter(session => session.kind === 'command')
    assert.equal(sessions.length, 3)
    assert.equal(command.length, 1)
    assert.equal(
      Date.parse(command[0]?.expires_at ?? '') - Date.parse(command[0]?.created_at ?? ''),
      24 * 3_600_000,
    )
    await client.accounts.endSession({ params: { session_id: command[0]?.id ?? '' } })
    assert.deepEqual(await left(access), ['there', 'personal'])
  })

  it('tokens of the command line do not count against the limit of sign-ins', async () => {
    const { email, client } = await server.join()
    for (let i = 0; i < 55; i++) await admin.tokenFor(email, undefined, 1)
    await server.signIn(email)
    await client.users.me()
  })

  it('sessions of others and expired ones stay', async () => {
    const ann = await person()
    const bob = await person()
    await ann.client.accounts.endOtherSessions()
    assert.deepEqual(await left(bob.access), ['there', 'personal', 'command'])
  })
})
