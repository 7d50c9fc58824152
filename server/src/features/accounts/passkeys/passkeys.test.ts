import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { AssertionResponse } from '@daymark/contract/accounts/passkeys'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../../test/support/accounts.ts'
import { type CreationOptions, softwareAuthenticator } from '../../../../test/support/authenticator.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'
import { mintActor } from '../../../platform/kernel/actor.ts'
import { record } from '../../audit/record.ts'
import { passkeyService } from './service.ts'
import { passkeyStore } from './store.ts'

const ORIGIN = 'https://daymark.example.org'
const MINUTE = 60_000

forEachStorage('passkeys', (open, name) => {
  const itOnce = onceFor(name)
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open(), { PUBLIC_URL: ORIGIN, METRICS_ENABLED: 'true' })
  })
  after(() => server.close())

  const startAdding = async (client: Client) =>
    (await client.passkeys.options({ body: {} })).options as unknown as CreationOptions
  const startSignIn = async () =>
    (await server.anybody.accounts.passkeyOptions()).options as unknown as { challenge: string; rpId: string }

  async function withPasskey(origin = ORIGIN) {
    const person = await server.join()
    const device = softwareAuthenticator(origin)
    const response = device.create(await startAdding(person.client))
    const passkey = await person.client.passkeys.create({ body: { name: 'Laptop', response } })
    return { ...person, device, passkey, response }
  }

  it('are added once, listed, renamed, and sign in without address and password', async () => {
    const { client, device, passkey, response, email } = await withPasskey()
    assert.deepEqual([passkey.name, passkey.synced, passkey.last_used_at], ['Laptop', false, null])
    await rejectsWith(client.passkeys.create({ body: { name: 'Again', response } }), 400)
    const assertion = device.get(await startSignIn())
    const { access_token, refresh_token } = await server.anybody.accounts.passkeySignIn({
      body: { response: assertion },
    })
    assert.equal((await server.bearer(access_token).accounts.me()).email, email)
    assert.ok(refresh_token)
    const params = { passkey_id: passkey.id }
    assert.equal((await client.passkeys.rename({ params, body: { name: 'Key' } })).name, 'Key')
    const [listed] = await client.passkeys.list()
    assert.ok(listed?.name === 'Key' && listed.last_used_at !== null)
    const entries = await client.audit.list()
    assert.deepEqual(entries.map(({ event, name }) => `${event} ${name ?? ''}`.trim()).sort(), [
      'passkey_added Laptop',
      'signed_in',
      'signed_in Laptop',
    ])
  })

  itOnce('ask for no code of an authenticator app, because they are two factors', async () => {
    const { client, device } = await withPasskey()
    const { Secret, TOTP } = await import('otpauth')
    const { secret } = await client.totp.start({ body: {} })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await client.totp.confirm({ body: { code: totp.generate({ timestamp: server.clock.now() }) } })
    await server.anybody.accounts.passkeySignIn({ body: { response: device.get(await startSignIn()) } })
  })

  it('accept each challenge once, for 5 minutes, and only for its purpose', async () => {
    const { client, device } = await withPasskey()
    const signIn = (response: ReturnType<typeof device.get>) =>
      server.anybody.accounts.passkeySignIn({ body: { response } })
    const assertion = device.get(await startSignIn())
    const outcomes = await Promise.allSettled([signIn(assertion), signIn(assertion)])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    await rejectsWith(signIn(assertion), 401)
    const { challenge, rp } = await startAdding(client)
    await rejectsWith(signIn(device.get({ challenge, rpId: rp.id })), 401)
    const stranger = await server.join()
    const response = softwareAuthenticator(ORIGIN).create(await startAdding(client))
    await rejectsWith(stranger.client.passkeys.create({ body: { name: 'x', response } }), 400)
    const late = await startSignIn()
    server.clock.advance(6 * MINUTE)
    await rejectsWith(signIn(device.get(late)), 401)
    assert.ok((await client.audit.list()).some(({ event }) => event === 'sign_in_failed'))
  })

  itOnce('refuse other origins, authenticators without PIN, unknown credentials and nonsense', async () => {
    const { client } = await server.join()
    for (const device of [
      softwareAuthenticator('https://evil.example'),
      softwareAuthenticator(ORIGIN, { verifies: false }),
    ]) {
      const response = device.create(await startAdding(client))
      await rejectsWith(client.passkeys.create({ body: { name: 'x', response } }), 400, /verified/)
    }
    const unknown = softwareAuthenticator(ORIGIN).get(await startSignIn())
    await rejectsWith(server.anybody.accounts.passkeySignIn({ body: { response: unknown } }), 401)
    const { device } = await withPasskey()
    const broken = device.get(await startSignIn())
    broken.response.signature = 'AAAA'
    await rejectsWith(server.anybody.accounts.passkeySignIn({ body: { response: broken } }), 401)
    broken.response.clientDataJSON = '%%'
    await rejectsWith(server.anybody.accounts.passkeySignIn({ body: { response: broken } }), 401)
  })

  it('end when they are removed, when the account is disabled, and belong to one person', async () => {
    const { client, device, passkey, email } = await withPasskey()
    const params = { passkey_id: passkey.id }
    const stranger = await server.join()
    await rejectsWith(stranger.client.passkeys.remove({ params }), 404)
    await rejectsWith(stranger.client.passkeys.rename({ params, body: { name: 'x' } }), 404)
    const { id } = await client.accounts.me()
    const signIn = async () =>
      server.anybody.accounts.passkeySignIn({ body: { response: device.get(await startSignIn()) } })
    await server.storage.write([], tx =>
      tx.sql.insertInto('disabled_users').values({ user_id: id, disabled_at: 1 }).execute(),
    )
    await rejectsWith(signIn(), 403)
    const metrics = await (await server.fetch('/metrics')).text()
    assert.match(metrics, /daymark_sign_in_failures_total\{reason="disabled"\} 1/)
    await server.storage.write([], tx => tx.sql.deleteFrom('disabled_users').execute())
    const again = await server.signIn(email)
    await again.client.passkeys.remove({ params })
    await rejectsWith(signIn(), 401)
  })

  it('are refused if they are removed, or a copy is used, while they are checked', async () => {
    const { client } = await server.join()
    const { id } = await client.users.me()
    const storage = server.storage
    let meanwhile = async () => {}
    const service = passkeyService({
      uow: {
        read: async work => {
          const found = await storage.read(work)
          await meanwhile()
          return found
        },
        snapshot: storage.snapshot,
        write: storage.write,
      },
      clock: server.clock,
      secret: 'secret',
      publicUrl: () => ORIGIN,
      record,
    })
    const actor = mintActor(id)
    const source = { address: null, user_agent: null }
    const device = softwareAuthenticator(ORIGIN)
    const options = (await service.options(actor, async () => {})) as CreationOptions
    const passkey = await service.add(actor, { name: 'Key', response: device.create(options) }, source)
    const asked = async () =>
      device.get((await service.signInOptions()) as { challenge: string; rpId: string })
    const [older, newer] = [await asked(), await asked()]
    meanwhile = async () => {
      meanwhile = async () => {}
      await service.signIn(newer, source)
    }
    await assert.rejects(service.signIn(older, source), /could not be verified/)
    for (const use of [
      (response: AssertionResponse) => service.signIn(response, source),
      async (response: AssertionResponse) => {
        const recheck = await service.confirm(actor, response)
        await storage.write([id], recheck)
      },
    ]) {
      const response = await asked()
      const stored = await storage.read(db => passkeyStore(db).list(id))
      meanwhile = async () => {
        meanwhile = async () => {}
        await service.remove(actor, passkey.id, source)
      }
      await assert.rejects(use(response), /could not be verified/)
      assert.deepEqual(await service.list(actor), [])
      await storage.write([id], async tx => {
        for (const each of stored) await passkeyStore(tx).insert(each)
      })
    }
  })

  itOnce('need a recent sign-in or the password, and no personal access token', async () => {
    const { client, refresh_token } = await server.join()
    const { token } = await client.tokens.create({ body: { name: 'x', scopes: ['read', 'write'] } })
    await rejectsWith(server.bearer(token).passkeys.options({ body: {} }), 403)
    server.clock.advance(11 * MINUTE)
    const { access_token } = await server.anybody.accounts.refresh({ body: { refresh_token } })
    const later = server.bearer(access_token)
    await rejectsWith(later.passkeys.options({ body: {} }), 403, /password/)
    await later.passkeys.options({ body: { password: PASSWORD } })
  })
})
