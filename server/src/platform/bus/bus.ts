// The interface between committed writes and the sockets that they concern, on all instances.
import type { Notice } from '../kernel/notice.ts'

export interface BusListener {
  notice(notice: Notice): void
  /** Notices may have been lost on their way here: those of one user, or of any user. */
  lost(userId?: string): void
}

export interface Bus {
  /**
   * Call it after a commit. This process receives the notice before the call returns, whatever the state of the
   * network; others receive it soon, and learn about gaps through `lost`.
   */
  publish(notices: readonly Notice[]): void
  /** One listener, which receives the notices of the joined users. */
  listen(listener: BusListener): void
  /**
   * Counted: a user stays joined until `leave` was called as often. Resolves when nothing can be missed any more, or
   * when the other instances cannot be reached.
   */
  join(userId: string): Promise<void>
  leave(userId: string): void
  close(): Promise<void>
}
