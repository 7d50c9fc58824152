// Records the walkthrough's socket messages: Ann uses timers, and her friend Bob is notified.
import assert from 'node:assert/strict'
import { BEARER_PROTOCOL, type ClientType, type ServerMessage } from '@daymark/contract/sockets/timer-socket'
import { WebSocket } from 'ws'
import { Device } from '../../server/test/support/device.ts'
import { filled, type SocketStep, type Variables } from './step.ts'

export type SocketTalk = Awaited<ReturnType<typeof openSocketTalk>>

export async function openSocketTalk(url: string, { token, friend_token }: Variables) {
  const enter = async (bearer = '') => {
    const device = new Device(new WebSocket(url, [BEARER_PROTOCOL + bearer]))
    await device.next('timer.sync_result')
    return device
  }
  const ann = await enter(token)
  const bob = await enter(friend_token)
  const live = await hearLive(url.replace(/\/ws\/timers$/, '/ws'), [token, friend_token])
  const sent: Record<string, unknown> = {}
  let count = 0

  return {
    /** Sends a command and returns the reply, which must have the expected error code. */
    async say(step: SocketStep, variables: Variables): Promise<ServerMessage> {
      const payload = filled(step.payload, variables)
      const id = `message-${++count}`
      sent[step.socket] ??= { type: step.socket, payload, id }
      const answer = await ann.ask(step.socket as ClientType, payload, id)
      const code = answer.type === 'error' ? answer.payload.code : undefined
      assert.equal(code, step.fails, JSON.stringify(answer))
      return answer
    },
    /** Returns the first message of each type, in both directions. */
    async messages(): Promise<Record<string, unknown>> {
      const received: Record<string, unknown> = {}
      for (const message of [...ann.received, ...bob.received]) {
        // Skips empty lists, because they are poor examples.
        const isEmpty = message.type === 'timer.sync_result' && message.payload.count === 0
        if (!isEmpty) received[message.type] ??= message
      }
      return { ...sent, ...received, ...live.messages() }
    },
    close() {
      ann.socket.terminate()
      bob.socket.terminate()
      live.close()
    },
  }
}

/**
 * Records Ann's first live socket message of each type, and Bob's first message of each type that Ann does not receive.
 * Each is stored as `live <type>`.
 */
async function hearLive(url: string, tokens: readonly (string | undefined)[]) {
  const people = tokens.map(token => ({
    received: {} as Record<string, unknown>,
    socket: new WebSocket(url, [`${BEARER_PROTOCOL}${token}`]),
  }))
  await Promise.all(
    people.map(
      ({ received, socket }) =>
        new Promise<void>(resolve => {
          socket.on('message', data => {
            const message = JSON.parse(String(data)) as { type: string }
            received[`live ${message.type}`] ??= message
            if (message.type === 'synced') resolve()
          })
        }),
    ),
  )
  return {
    /** Sorted by name, so that recordings can be compared. */
    messages: () =>
      Object.fromEntries(
        Object.entries(Object.assign({}, ...people.map(({ received }) => received).reverse())).sort(
          ([a], [b]) => (a < b ? -1 : 1),
        ),
      ),
    close: () => {
      for (const { socket } of people) socket.terminate()
    },
  }
}
