// Hooks for metrics and tracing of sockets. They do nothing unless the operator enables one of them.
import type { ErrorCode } from '@daymark/contract/sockets/timer-socket'

export interface SocketWatch {
  /**
   * A handshake ended: the number is the HTTP status of a refusal, or the code of a socket that was closed
   * immediately.
   */
  answered(outcome: 'welcomed' | number): void
  /** A handshake had an invalid token. */
  tokenRefused(): void
  /** An accepted socket closed. The client may have chosen the code. */
  closed(code: number): void
  /** `type` is a message type of the contract, or `unknown`. */
  received(type: string): void
  /** A message was answered with an error. */
  failed(code: ErrorCode): void
  sent(data: Buffer | string): void
}
