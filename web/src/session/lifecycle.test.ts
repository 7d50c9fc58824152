import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { lifecycle } from './lifecycle.ts'
import { accountOf, type SessionSource } from './session.ts'
import { storage } from './storage/browser-storage.ts'
import { lastSession, ownSession } from './storage/last-session.ts'
import type { TabMessage, Tabs } from './tabs.ts'

const info = {
  version: '1',
  sign_in: 'embedded',
  issuer: '',
  client_id: null,
  signup: 'open',
  setup: 'none',
  verifies_emails: false,
  passkeys: false,
  sends_mail: false,
  deletion_days: 7,
} as const
const tokenOf = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`

/** The server and cookie state that all windows share. */
interface Browser {
  signedIn: string | undefined
  isOnline: boolean
}

function sourceOf(browser: Browser, said: string[], isShared = true): SessionSource {
  const token = async (refused?: string) => {
    if (!browser.isOnline) throw new Error('offline')
    const current = browser.signedIn === undefined ? undefined : tokenOf(browser.signedIn)
    return current === refused && refused !== undefined ? undefined : current
  }
  return {
    isShared,
    token,
    restore: async () => (await token()) !== undefined,
    lastToken: () => 'last',
    forget: () => void said.push('forget tokens'),
    async signOut(lastWrites) {
      said.push('sign out')
      await lastWrites
      said.push('tell the server')
    },
  }
}

describe('the lifecycle of a session', () => {
  let browser: Browser
  let told: TabMessage[]
  let said: string[]
  let listeners: ((message: TabMessage) => void)[]
  let isLeaving: boolean
  beforeEach(() => {
    storage.clear()
    browser = { signedIn: 'ann', isOnline: true }
    told = []
    said = []
    listeners = []
    isLeaving = false
  })

  function window(isShared = true) {
    const tabs: Tabs = {
      tell: message => void told.push(message),
      hear(listener) {
        listeners.push(listener)
        return () => {}
      },
    }
    const session = lifecycle({
      info,
      source: sourceOf(browser, said, isShared),
      tabs,
      forgetData: () => void said.push('forget data'),
      flush: async () => void said.push('last writes'),
      isLeaving: () => isLeaving,
    })
    session.hear()
    return session
  }
  const hear = (message: TabMessage) => {
    for (const listener of listeners) listener(message)
  }

  it('continues the session after a reload, and starts a new one for another person', async () => {
    await window().restore()
    const first = lastSession()
    assert.equal(first?.account, 'ann')
    said.length = 0
    await window().restore()
    assert.deepEqual([lastSession()?.id, said], [first?.id, []])
    browser.signedIn = 'bob'
    const session = window()
    await session.restore()
    assert.deepEqual(session.snapshot(), { state: 'signed-in', account: 'bob' })
    assert.notEqual(lastSession()?.id, first?.id)
    assert.deepEqual(said, ['forget data'])
  })

  it('ends in all windows at the first refusal that a new token cannot fix', async () => {
    const session = window()
    await session.restore()
    assert.equal(await session.token(), tokenOf('ann'))
    said.length = 0
    told = []
    assert.equal(await session.token(tokenOf('ann')), undefined)
    assert.equal(session.snapshot().state, 'signed-out')
    assert.deepEqual([said, told], [['forget data'], [{ type: 'signed-out' }]])
    assert.equal(lastSession(), undefined)
  })

  it('does not end while the server is unreachable or the page closes', async () => {
    const session = window()
    await session.restore()
    browser.isOnline = false
    await assert.rejects(session.token())
    isLeaving = true
    assert.equal(await session.token(), 'last')
    assert.equal(session.snapshot().state, 'signed-in')
    isLeaving = false
    const offline = window()
    await assert.rejects(offline.restore())
    assert.equal(offline.resumeOffline(), true)
    assert.deepEqual(offline.snapshot(), { state: 'signed-in', account: 'ann' })
  })

  it('signs out here immediately, and on the server after the last writes', async () => {
    const session = window()
    await session.restore()
    said.length = 0
    const ending = session.signOut()
    assert.equal(session.snapshot().state, 'signed-out')
    assert.equal(lastSession(), undefined)
    await ending
    assert.deepEqual(said, ['last writes', 'sign out', 'forget data', 'tell the server'])
    assert.deepEqual(told.at(-1), { type: 'signed-out' })
  })

  it('ends in windows that were notified and in those that missed it', async () => {
    const heard = window()
    await heard.restore()
    said.length = 0
    hear({ type: 'signed-out' })
    assert.equal(heard.snapshot().state, 'signed-out')
    assert.deepEqual(said, ['forget tokens', 'forget data'])
    const missed = window()
    await missed.restore()
    missed.check()
    assert.equal(missed.snapshot().state, 'signed-in')
    storage.clear()
    assert.equal(ownSession(), undefined)
    missed.check()
    assert.equal(missed.snapshot().state, 'signed-out')
  })

  it('does not end a session that another window has started since', async () => {
    const session = window()
    await session.restore()
    const other = { info, id: 'another', account: 'bob' }
    storage.setItem('daymark.session', JSON.stringify(other))
    hear({ type: 'signed-out' })
    assert.deepEqual(lastSession(), other)
  })

  it('follows a sign-in of another window without notifying others again', async () => {
    browser.signedIn = undefined
    const session = window()
    await session.restore()
    browser.signedIn = 'bob'
    storage.setItem('daymark.session', JSON.stringify({ info, id: 'another', account: 'bob' }))
    told = []
    hear({ type: 'signed-in', account: 'bob' })
    await new Promise(setImmediate)
    assert.deepEqual(session.snapshot(), { state: 'signed-in', account: 'bob' })
    assert.deepEqual(told, [])
  })

  it('becomes the session of another person whose sign-in replaced the cookie, and sends nothing in their name', async () => {
    const session = window()
    await session.restore()
    browser.signedIn = 'bob'
    said.length = 0
    assert.deepEqual(await Promise.all([session.token(), session.token()]), [undefined, undefined])
    await new Promise(setImmediate)
    assert.deepEqual(session.snapshot(), { state: 'signed-in', account: 'bob' })
    assert.ok(said.includes('forget data'))
    assert.deepEqual(told.at(-1), { type: 'signed-in', account: 'bob' })
    assert.equal(await session.token(), tokenOf('bob'))
  })

  it('with a provider belongs to one window, so a new window ends nothing', async () => {
    const first = window(false)
    await first.restore()
    browser.signedIn = undefined
    await window(false).restore()
    assert.equal(lastSession()?.account, 'ann')
    assert.equal(first.snapshot().state, 'signed-in')
  })
})

describe('the account of a token', () => {
  it('is the subject of the token, or undefined for anything else', () => {
    assert.equal(accountOf(tokenOf('앤')), '앤')
    for (const other of [undefined, '', 'abc', 'a.b.c', `a.${btoa('{}')}.c`])
      assert.equal(accountOf(other), undefined)
  })
})
