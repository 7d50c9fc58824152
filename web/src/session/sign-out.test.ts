import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { ApiError, NetworkError } from '@daymark/client'
import { finishSignOut, isSignOutPending, rememberSignOut, settleSignOut } from './sign-out.ts'
import { storage } from './storage/browser-storage.ts'

const refusal = (status: number) => new ApiError(status, {}, undefined)

describe('signing out', () => {
  beforeEach(() => storage.clear())

  /** A fake server that gives these answers in order. `done` resolves with the last one. */
  function server(...answers: (Error | undefined)[]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const send = async () => {
      const answer = answers[asked++]
      if (asked === answers.length) resolve()
      if (answer) throw answer
    }
    return { send, done: promise, asked: () => asked }
  }
  const atOnce = () => new Promise<void>(resolve => setImmediate(resolve))

  it('is retried until the server answers', async () => {
    rememberSignOut()
    const busy = server(new NetworkError('gone'), refusal(503), refusal(429), refusal(404), undefined)
    await finishSignOut(busy.send, atOnce)
    assert.equal(busy.asked(), 1)
    assert.equal(isSignOutPending(), true)
    await busy.done
    await atOnce()
    assert.equal(isSignOutPending(), false)
    assert.equal(busy.asked(), 5)
  })

  it('is done when the session has already ended', async () => {
    rememberSignOut()
    await finishSignOut(server(refusal(401)).send, atOnce)
    assert.equal(isSignOutPending(), false)
  })

  it('stops when someone has signed in since', async () => {
    rememberSignOut()
    const busy = server(new NetworkError('gone'), undefined)
    const waiting = Promise.withResolvers<void>()
    await finishSignOut(busy.send, () => waiting.promise)
    settleSignOut()
    waiting.resolve()
    await atOnce()
    assert.equal(busy.asked(), 1)
  })
})
