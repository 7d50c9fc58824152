// Hooks for socket metrics and tracing. They do nothing unless the operator enables one of the two.
import type { ErrorCode } from '@daymark/contract/sockets/timer-socket'

export interface SocketWatch {
  /** A handshake ended. The number is a refusal's HTTP status, or the close code if the socket closed immediately. */
  answered(outcome: 'welcomed' | number): void
  tokenRefused(): void
  /** An accepted socket closed. The client may have chosen the code. */
  closed(code: number): void
  /** `type` is a message type from the contract, or `unknown`. */
  received(type: string): void
  /** The response to a message was an error. */
  failed(code: ErrorCode): void
  sent(data: Buffer | string): void
}
