// The notice bus: delivers notices about committed writes to sockets on all instances.
import type { Notice } from '../kernel/notice.ts'

export interface BusListener {
  notice(notice: Notice): void
  /** Called when notices may have been lost: those of this user, or of all users if `userId` is undefined. */
  lost(userId?: string): void
}

export interface Bus {
  /**
   * Call this after a commit. Delivers to this process before it returns, even if the network is down. Other
   * instances receive the notices shortly afterwards, or learn through `lost` that they may have missed some.
   */
  publish(notices: readonly Notice[]): void
  /** Sets the single listener, which receives the notices of joined users. */
  listen(listener: BusListener): void
  /**
   * Reference-counted: a user stays joined until `leave` has been called as often as `join`. Resolves once other
   * instances pass on every new notice of this user. Also resolves if they cannot be reached.
   */
  join(userId: string): Promise<void>
  leave(userId: string): void
  close(): Promise<void>
}
