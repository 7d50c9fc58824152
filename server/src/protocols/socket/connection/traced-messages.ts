// One span per message of a socket, and one for its greeting.
import type { ErrorCode } from '@daymark/contract/sockets/timer-socket'
import { type Tracing, within } from '../../../platform/kernel/trace.ts'
import type { Door } from './hub.ts'

export const tracedDoor = <D extends Door>(door: D, tracing: Tracing): D => ({
  ...door,
  converse(...guest: Parameters<Door['converse']>) {
    const conversation = door.converse(...guest)
    return {
      start: () => within(tracing.begin('server', 'socket greeting'), () => conversation.start()),
      // Its type is told by who reads it.
      receive: frame => within(tracing.begin('server', 'socket message'), () => conversation.receive(frame)),
    }
  },
})

/** For the watch of the sockets: what was read names the span that it belongs to. */
export const namingSpans = (tracing: Tracing) => ({
  received(type: string) {
    const span = tracing.current()
    span?.rename(`socket ${type}`)
    span?.set({ 'daymark.message.type': type })
  },
  failed(code: ErrorCode) {
    const span = tracing.current()
    if (code === 'INTERNAL_ERROR') span?.fail(code)
    else span?.set({ 'daymark.refusal': code })
  },
})
