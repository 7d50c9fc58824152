// The bus publishes a notice after the write is committed.
import type { SettingsKind } from '@daymark/contract/sockets/live-socket'

export interface Notice {
  /** The user whose sockets receive the notice. */
  readonly user_id: string
  /** Each kind belongs to one feature. */
  readonly kind: string
  /** JSON-serializable, because it may be sent to other instances. */
  readonly body: unknown
}

export const SETTINGS_NOTICE = 'settings.changed'

export interface SettingsNotice {
  kind: SettingsKind
}

/** Tells the owner's apps that a list outside the change log changed. */
export const settingsChanged = (user_id: string, kind: SettingsKind): Notice => ({
  user_id,
  kind: SETTINGS_NOTICE,
  body: { kind } satisfies SettingsNotice,
})
