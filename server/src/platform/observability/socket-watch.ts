// Who counts or traces what happens on sockets hears of it here. Nobody listens unless an operator asks for it.
import type { ErrorCode } from '@daymark/contract/sockets/timer-socket'

export interface SocketWatch {
  /** A handshake has ended: welcomed, refused with an HTTP status, or closed at once with a code. */
  answered(outcome: 'welcomed' | number): void
  /** A welcomed socket has ended. The code may be one that the client chose. */
  closed(code: number): void
  /** `type`: one that the contract knows, or `unknown`. */
  heard(type: string): void
  /** A message was answered with an error. */
  failed(code: ErrorCode): void
  sent(data: Buffer | string): void
}
