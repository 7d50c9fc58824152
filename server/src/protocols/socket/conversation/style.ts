// The message format of a socket: the timer socket and the live socket read the same log and differ only in their
// messages.
import type { DeliveredChange } from '../../../features/history/delivered.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'

export interface SocketStyle {
  /** The first message. */
  connected(userId: string, now: number, zone: Zone): string
  /** Undefined for a change that this socket does not send. */
  change(change: DeliveredChange, zone: Zone, replyTo: string | undefined): Buffer | undefined
  /** Whether the greeting ends with the active timers, or with the position in the log alone. */
  readonly greetsWithTimers: boolean
}

/** By the identity of the change: all connections of a process receive the same object. */
const written = new WeakMap<object, Map<string, Buffer>>()

/** Serializes a message once, however many connections it goes to. */
export function writtenOnce(subject: object, key: string, write: () => string): Buffer {
  const frames = written.get(subject) ?? new Map<string, Buffer>()
  written.set(subject, frames)
  const frame = frames.get(key) ?? Buffer.from(write())
  frames.set(key, frame)
  return frame
}

/** The same message as an answer. */
export const asReply = (frame: Buffer, replyTo: string): Buffer =>
  Buffer.concat([frame.subarray(0, -1), Buffer.from(`,"reply_to":${JSON.stringify(replyTo)}}`)])
