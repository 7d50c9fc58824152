// Minimal live socket clients that parse messages as little as possible.
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { WebSocket } from 'ws'

/** Resolves when the connection is synced. */
export function openSocket(address: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${address}/v1/ws`, [BEARER_PROTOCOL + token], {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code, reason) => reject(new Error(`closed ${code} ${reason}`)))
    const greeted = (data: Buffer) => {
      if (!data.includes('"synced"')) return
      socket.off('message', greeted)
      resolve(socket)
    }
    socket.on('message', greeted)
  })
}

export async function openSockets(
  count: number,
  open: (index: number) => Promise<WebSocket>,
  atOnce = 50,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) sockets[index] = await open(index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return sockets
}

/** Resolves with the next message that contains this text. */
export function received(socket: WebSocket, text: string): Promise<string> {
  return new Promise(resolve => {
    const listener = (data: Buffer) => {
      if (!data.includes(text)) return
      socket.off('message', listener)
      resolve(String(data))
    }
    socket.on('message', listener)
  })
}

export const send = (socket: WebSocket, type: string, payload: object, id?: string): void =>
  socket.send(JSON.stringify({ type, payload, id }))

export async function startTimer(socket: WebSocket): Promise<string> {
  const created = received(socket, '"created"')
  send(socket, 'timer.create', { allocated_duration: 1500, title: 'Bench' })
  return (JSON.parse(await created) as { payload: { id: string } }).payload.id
}

/** Returns p50, p90, p99 and the maximum. */
export function quantiles(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.9, 0.99, 1].map(part =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2),
  )
}
