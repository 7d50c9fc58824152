import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { testClock } from '../../../test/support/app.ts'
import { Problem, unauthorized } from '../kernel/errors.ts'
import type { Session } from '../kernel/session.ts'
import { authenticator, type Identity, RECHECK_MS } from './authenticator.ts'

const HOUR = 3_600_000

function world({ cacheSize = 100 } = {}) {
  const clock = testClock()
  const ended = new Set<string>()
  const log: string[] = []
  let meanwhile = () => {}
  let whileSaving = () => {}
  const sessions = authenticator({
    clock,
    cacheSize,
    async verify(token): Promise<Identity> {
      log.push(`verify ${token}`)
      if (token === 'bad') throw unauthorized('bad')
      const user_id = token.split('/')[0] ?? ''
      const claims = { sub: user_id, name: user_id } as unknown as NonNullable<Identity['claims']>
      return { user_id, session_id: token, expires_at: clock.now() + HOUR, claims }
    },
    async ended(list) {
      log.push(`check ${list.map(session => session.session_id)}`)
      const gone = list.filter(session => ended.has(session.session_id ?? ''))
      meanwhile()
      return gone
    },
    saveProfile: async () => whileSaving(),
  })
  const duringNextCheck = (work: () => void) => {
    meanwhile = () => {
      meanwhile = () => {}
      work()
    }
  }
  const duringNextSave = (work: () => void) => {
    whileSaving = work
  }
  return { clock, ended, log, sessions, duringNextCheck, duringNextSave }
}

const rejects401 = (promise: Promise<unknown>) =>
  assert.rejects(promise, error => error instanceof Problem && error.kind === 'unauthorized')

describe('the authenticator', () => {
  it('verifies once, then answers from the cache, and checks again after a while', async () => {
    const { sessions, log, clock } = world()
    const session = await sessions.authenticate('ann/1')
    assert.equal(session.actor.id, 'ann')
    assert.equal(sessions.authenticate('ann/1'), session)
    assert.deepEqual(log, ['verify ann/1', 'check ann/1'])
    clock.advance(RECHECK_MS)
    assert.equal(await sessions.authenticate('ann/1'), session)
    assert.deepEqual(log.slice(2), ['check ann/1'])
    assert.equal(sessions.authenticate('ann/1'), session)
    sessions.stop()
  })

  it('caches long tokens too, and distinguishes those that differ only at the end', async () => {
    const { sessions, log } = world()
    const [first, second] = [`ann/${'x'.repeat(5_000)}1`, `ann/${'x'.repeat(5_000)}2`]
    const session = await sessions.authenticate(first)
    assert.notEqual(await sessions.authenticate(second), session)
    assert.equal(sessions.authenticate(first), session)
    assert.equal(log.length, 4)
    sessions.revoke(each => each.session_id === first)
    assert.notEqual(await sessions.authenticate(first), session)
    sessions.stop()
  })

  it('checks a session again that was revoked while its first request saved the profile', async () => {
    const { sessions, ended, duringNextSave } = world()
    duringNextSave(() => {
      ended.add('ann/1')
      sessions.revoke(session => session.session_id === 'ann/1')
    })
    await sessions.authenticate('ann/1')
    await rejects401(Promise.resolve(sessions.authenticate('ann/1')))
    sessions.stop()
  })

  it('does not cache rejected tokens', async () => {
    const { sessions, log } = world()
    await rejects401(sessions.authenticate('bad') as Promise<Session>)
    await rejects401(sessions.authenticate('bad') as Promise<Session>)
    assert.deepEqual(log, ['verify bad', 'verify bad'])
    sessions.stop()
  })

  it('notices within the bound that a session ended elsewhere', async () => {
    const { sessions, ended, clock } = world()
    await sessions.authenticate('ann/1')
    ended.add('ann/1')
    clock.advance(RECHECK_MS)
    await rejects401(sessions.authenticate('ann/1') as Promise<Session>)
    await rejects401(sessions.authenticate('ann/1') as Promise<Session>)
    sessions.stop()
  })

  it('drops at once what is revoked here, and nothing else', async () => {
    const { sessions, ended, log } = world()
    for (const token of ['ann/1', 'ann/2', 'bob/1']) await sessions.authenticate(token)
    ended.add('ann/1')
    ended.add('ann/2')
    sessions.revoke(session => session.actor.id === 'ann')
    log.length = 0
    sessions.authenticate('bob/1')
    assert.deepEqual(log, [])
    await rejects401(sessions.authenticate('ann/1') as Promise<Session>)
    sessions.stop()
  })

  it('respects a revocation that happens during the check', async () => {
    const { sessions, ended, duringNextCheck } = world()
    duringNextCheck(() => {
      ended.add('ann/1')
      sessions.revoke(session => session.session_id === 'ann/1')
    })
    await sessions.authenticate('ann/1')
    await rejects401(sessions.authenticate('ann/1') as Promise<Session>)
    sessions.stop()
  })

  it('caches a bounded number', async () => {
    const { sessions, log } = world({ cacheSize: 2 })
    for (const token of ['a/1', 'b/1', 'c/1']) await sessions.authenticate(token)
    log.length = 0
    sessions.authenticate('c/1')
    sessions.authenticate('b/1')
    assert.deepEqual(log, [])
    await sessions.authenticate('a/1')
    assert.equal(log[0], 'verify a/1')
    sessions.stop()
  })
})

describe('listeners of a session', () => {
  it('are notified once when it is revoked here; not about others, nor after they unsubscribed', async () => {
    const { sessions } = world()
    const [one, two] = [await sessions.authenticate('ann/1'), await sessions.authenticate('ann/2')]
    const received: string[] = []
    sessions.onRevoked(one, () => received.push('one'))
    sessions.onRevoked(one, () => received.push('one again'))
    const leave = sessions.onRevoked(one, () => received.push('left'))
    sessions.onRevoked(two, () => received.push('two'))
    leave()
    sessions.revoke(session => session === one)
    sessions.revoke(session => session === one)
    assert.deepEqual(received, ['one', 'one again'])
    sessions.stop()
  })

  it('are notified within the bound when it ends elsewhere', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const { sessions, ended } = world()
    const received = Promise.withResolvers<void>()
    sessions.onRevoked(await sessions.authenticate('ann/1'), received.resolve)
    ended.add('ann/1')
    mock.timers.tick(RECHECK_MS)
    await received.promise
    sessions.stop()
    mock.timers.reset()
  })
})
