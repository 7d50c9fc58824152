// The message format differs between the timer socket and the live socket.
import type { DeliveredChange } from '../../../features/history/delivered.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'

export interface SocketStyle {
  /** The first message on a connection. */
  connected(userId: string, now: number, zone: Zone): string
  /** Returns undefined for a change that this socket does not send. */
  change(change: DeliveredChange, zone: Zone, replyTo: string | undefined): Buffer | undefined
  /** True if the greeting ends with the active timers, false if it ends with the change log position. */
  readonly greetsWithTimers: boolean
}

/** Serialized messages by change or notice. All connections in a process receive the same object. */
const written = new WeakMap<object, Map<string, Buffer>>()

/** Serializes a message once for all connections that use the same `key`. */
export function writtenOnce(subject: object, key: string, write: () => string): Buffer {
  const frames = written.get(subject) ?? new Map<string, Buffer>()
  written.set(subject, frames)
  const frame = frames.get(key) ?? Buffer.from(write())
  frames.set(key, frame)
  return frame
}

/** Adds `reply_to` to a serialized message. */
export const asReply = (frame: Buffer, replyTo: string): Buffer =>
  Buffer.concat([frame.subarray(0, -1), Buffer.from(`,"reply_to":${JSON.stringify(replyTo)}}`)])
