// Creates one span per message and one for the greeting.
import type { ErrorCode } from '@daymark/contract/sockets/timer-socket'
import { type Tracing, within } from '../../../platform/kernel/trace.ts'
import type { SocketHandler } from './hub.ts'

export const tracedHandler = <D extends SocketHandler>(handler: D, tracing: Tracing): D => ({
  ...handler,
  converse(...args: Parameters<SocketHandler['converse']>) {
    const conversation = handler.converse(...args)
    return {
      start: () => within(tracing.begin('server', 'socket greeting'), () => conversation.start()),
      // `namingSpans` adds the type to the span once the message has been parsed.
      receive: frame => within(tracing.begin('server', 'socket message'), () => conversation.receive(frame)),
    }
  },
})

/** Renames the active span after the message type. */
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
