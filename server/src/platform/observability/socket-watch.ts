// Hooks for counting and tracing sockets. Nothing listens unless an operator enables metrics or tracing.
import type { ErrorCode } from '@daymark/contract/sockets/timer-socket'

export interface SocketWatch {
  /** A handshake has ended: accepted, refused with an HTTP status, or closed at once with a code. */
  answered(outcome: 'welcomed' | number): void
  /** An accepted socket has closed. The client may have chosen the code. */
  closed(code: number): void
  /** `type`: a message type of the contract, or `unknown`. */
  received(type: string): void
  /** A message was answered with an error. */
  failed(code: ErrorCode): void
  sent(data: Buffer | string): void
}
