import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import {
  type EmbeddedApp,
  PASSWORD,
  type SignedIn,
  startEmbedded,
} from '../../../../test/support/accounts.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { byCommand } from '../../audit/audit-entry.ts'
import { record } from '../../audit/record.ts'
import { confirmation } from '../confirmation.ts'
import { secondFactors } from '../factors/service.ts'
import { sessionOpener } from '../sessions/open-session.ts'
import { accountSessions } from '../sessions/sessions.ts'
import { accountStore } from '../store.ts'
import { loginThrottle } from '../throttle/login-throttle.ts'
import { type Passwords, passwords } from './passwords.ts'

const SOURCE = byCommand('test')

const NEXT = 'another long phrase'
/** The hash of "correct horse battery" in the format of earlier versions. */
const SCRYPT =
  'd70e42f2965b4e9d0784e26f57b394cb:ac3724d83312a258fca7eeffe496b4500529e65fc1ec1ab9e91322bc052431a6b285ca1ac302d15b1d86e2947340ebf4401f0873bd27719d4afaa487f7cdbeb6'

forEachStorage('while the password is changed', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
  })
  after(() => server.close())

  const change = ({ client }: SignedIn) =>
    client.accounts.changePassword({ body: { current_password: PASSWORD, new_password: NEXT } })
  const storedOf = (id: string) => server.storage.read(db => accountStore(db).passwordOf(id))

  /** Returns a session opener that runs `afterCheck` once, between the password check and the insert. */
  function openerWith(afterCheck: () => Promise<unknown>) {
    const { storage: uow, clock } = server
    const real = passwords()
    let paused = false
    const pausing: Passwords = {
      ...real,
      async verify(given, stored) {
        const right = await real.verify(given, stored)
        if (!paused) {
          paused = true
          await afterCheck()
        }
        return right
      },
    }
    const personalTokens = { revokeAll: async () => [] }
    const sessions = accountSessions({
      uow,
      clock,
      personalTokens,
      ended: () => {},
      endBrowserSessions: async () => {},
    })
    const throttle = loginThrottle({ uow, clock })
    const factors = secondFactors({ uow, clock, throttle, secret: 'x', record })
    return sessionOpener({ uow, clock, sessions, factors, passwords: pausing })
  }

  it('a sign-in that was checked against the old one opens no session', async () => {
    const person = await server.join()
    const opened = await openerWith(() => change(person))(person.email, PASSWORD, SOURCE)
    assert.equal(opened, undefined)
    assert.equal((await person.client.accounts.sessions()).length, 1)
  })

  it('a sign-in with the new one that was checked too early retries and succeeds', async () => {
    const person = await server.join()
    const opener = openerWith(async () => {
      const { id } = await person.client.users.me()
      await server.storage.write([id], async tx => accountStore(tx).setPassword(id, SCRYPT, 0))
    })
    const opened = await opener(person.email, PASSWORD, SOURCE)
    assert.ok(typeof opened === 'object')
  })

  it('of many concurrent sign-ins with the old one, no session is left', async () => {
    const person = await server.join()
    const attempts = Array.from({ length: 12 }, () => server.signIn(person.email).catch(() => undefined))
    await Promise.all([...attempts, change(person)])
    assert.equal((await person.client.accounts.sessions()).filter(({ current }) => !current).length, 0)
  })

  it('a token that is created with the old one does not survive', async () => {
    const person = await server.join()
    const body = { name: 'script', scopes: ['read' as const], password: PASSWORD }
    const create = () => person.client.tokens.create({ body }).catch(() => undefined)
    await Promise.all([create(), change(person), create()])
    assert.deepEqual(await person.client.tokens.list(), [])
  })

  it('a confirmation with the old one is no longer valid', async () => {
    const person = await server.join()
    const { storage: uow, clock } = server
    const confirm = confirmation({
      uow,
      clock,
      throttle: loginThrottle({ uow, clock }),
      passwords: passwords(),
    })
    const account = { id: (await person.client.users.me()).id, email: person.email }
    const recheck = await confirm.password(account, PASSWORD, undefined)
    await uow.write([account.id], recheck)
    await change(person)
    await assert.rejects(uow.write([account.id], recheck), /changed in the meantime/)
  })

  it('of two concurrent changes, one succeeds', async () => {
    const person = await server.join()
    const other = await server.signIn(person.email)
    const outcomes = await Promise.allSettled([change(person), change(other)])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('a hash of an earlier version is replaced on sign-in, even by several at once', async () => {
    const { email, client } = await server.join()
    const { id } = await client.users.me()
    await server.storage.write([id], async tx => accountStore(tx).setPassword(id, SCRYPT, 0))
    await assert.rejects(server.signIn(email, 'a wrong guess'))
    assert.equal(await storedOf(id), SCRYPT)
    await Promise.all([server.signIn(email), server.signIn(email), server.signIn(email)])
    assert.match((await storedOf(id)) ?? '', /^\$argon2id\$/)
    await server.signIn(email)
  })
})
