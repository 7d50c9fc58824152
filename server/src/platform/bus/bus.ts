// The notice bus: delivers notices about committed writes to sockets on all instances.
import type { Notice } from '../kernel/notice.ts'

export interface BusListener {
  notice(notice: Notice): void
  /** Called if notices of one user, or of any user, may have been lost. */
  lost(userId?: string): void
}

export interface Bus {
  /**
   * Call it after a commit. Delivers to this process before it returns, even if the network is down. Other instances
   * receive the notice soon, or learn about gaps through `lost`.
   */
  publish(notices: readonly Notice[]): void
  /** Sets the only listener. It receives the notices of joined users. */
  listen(listener: BusListener): void
  /**
   * Reference-counted: a user stays joined until `leave` has been called as often as `join`. Resolves once no new
   * notice can be missed, or if the other instances cannot be reached.
   */
  join(userId: string): Promise<void>
  leave(userId: string): void
  close(): Promise<void>
}
