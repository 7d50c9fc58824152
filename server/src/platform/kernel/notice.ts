// The bus publishes a notice after the write is committed.
import type { SettingsKind } from '@daymark/contract/sockets/live-socket'

export interface Notice {
  /** The user whose sockets receive the notice. Notices between instances use an id that no user has. */
  readonly user_id: string
  /** Determines the shape of `body`. */
  readonly kind: string
  /** JSON-serializable, because it may be sent to other instances. */
  readonly body: unknown
}

/** Something that another person shares with this person, or shared until now, has changed. */
export const SHARED_NOTICE = 'shared.changed'

export interface SharedNotice {
  owner_id: string
  kind: string
  id: string
  at: number
}

export const SETTINGS_NOTICE = 'settings.changed'

export interface SettingsNotice {
  kind: SettingsKind
}

/** Tells the user's apps that one of the lists outside the change log has changed. */
export const settingsChanged = (user_id: string, kind: SettingsKind): Notice => ({
  user_id,
  kind: SETTINGS_NOTICE,
  body: { kind } satisfies SettingsNotice,
})
