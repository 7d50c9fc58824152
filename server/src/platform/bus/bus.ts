// The notice bus: delivers notices about committed writes to sockets on all instances.
import type { Notice } from '../kernel/notice.ts'

export interface BusListener {
  notice(notice: Notice): void
  /** Called if notices may have been lost: those of one user, or of any user. */
  lost(userId?: string): void
}

export interface Bus {
  /**
   * Call it after a commit. This process receives the notice before the call returns, regardless of the
   * network. Others receive it soon, or learn about gaps through `lost`.
   */
  publish(notices: readonly Notice[]): void
  /** Sets the one listener, which receives the notices of joined users. */
  listen(listener: BusListener): void
  /**
   * Counts calls: a user stays joined until `leave` was called as often. Resolves when no notice can be missed
   * any more, or when the other instances cannot be reached.
   */
  join(userId: string): Promise<void>
  leave(userId: string): void
  close(): Promise<void>
}
