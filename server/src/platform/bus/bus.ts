import type { Notice } from '../kernel/notice.ts'

export interface BusListener {
  notice(notice: Notice): void
  /** Called when notices may have been lost for this user, or for all users if `userId` is undefined. */
  lost(userId?: string): void
}

export interface Bus {
  /**
   * Must be called after the commit. Delivers to this process before it returns, even if the network is down. Other
   * instances receive the notices shortly afterwards, or get `lost` instead.
   */
  publish(notices: readonly Notice[]): void
  /** Sets the only listener. It receives notices for joined users. */
  listen(listener: BusListener): void
  /**
   * Reference-counted: each `join` needs its own `leave`. Resolves once this instance receives every new notice for
   * this user. If other instances are unreachable, resolves after a short wait.
   */
  join(userId: string): Promise<void>
  leave(userId: string): void
  close(): Promise<void>
}
