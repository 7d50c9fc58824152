// The seam between committed writes and the sockets that they concern, on all instances.
import type { Notice } from '../kernel/notice.ts'

export interface BusListener {
  notice(notice: Notice): void
  /** Notices may have been lost on their way here: those of one user, or of anybody. */
  lost(userId?: string): void
}

export interface Bus {
  /**
   * To be called after a commit. This process hears it before the call returns, whatever state the network is in;
   * others hear it soon, and learn of what they missed through `lost`.
   */
  publish(notices: readonly Notice[]): void
  /** One listener, which hears the notices of the users that are joined. */
  listen(listener: BusListener): void
  /**
   * Counted: a user stays joined until as many have left. Resolves when nothing can be missed any more, or when the
   * other instances cannot be heard at the moment.
   */
  join(userId: string): Promise<void>
  leave(userId: string): void
  close(): Promise<void>
}
