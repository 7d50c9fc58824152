// The features whose things open an account or carry data out of it.
import type { OpeningSource } from '../../features/accounts/openings/openings.ts'
import { passkeyStore } from '../../features/accounts/passkeys/store.ts'
import { sessionStore } from '../../features/accounts/sessions/session-store.ts'
import { devicePasswordStore } from '../../features/device-passwords/store.ts'
import { feedStore } from '../../features/feeds/store.ts'
import { pushStore } from '../../features/notifications/channels/push-store.ts'
import { connectedAppStore } from '../../features/oauth/store.ts'
import { tokenStore } from '../../features/tokens/store.ts'
import { webhookStore } from '../../features/webhooks/store.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

const sessions = async (db: Db, ownerId: string, kind: 'sign_in' | 'command') =>
  (await sessionStore(db).listOf(ownerId))
    .filter(session => session.kind === kind)
    .map(({ id, user_agent, exchanged_at }) => ({ id, name: user_agent, last_used_at: exchanged_at }))

export const OPENING_SOURCES: readonly OpeningSource[] = [
  {
    kind: 'session',
    event: 'signed_out',
    list: (db, ownerId) => sessions(db, ownerId, 'sign_in'),
    async end(tx, ownerId, id) {
      await sessionStore(tx).remove([id])
      await connectedAppStore(tx).endBrowserSessions(ownerId)
    },
  },
  {
    kind: 'passkey',
    event: 'passkey_removed',
    list: (db, ownerId) => passkeyStore(db).list(ownerId),
    end: async (tx, ownerId, id) => void (await passkeyStore(tx).remove(ownerId, id)),
  },
  {
    kind: 'token',
    event: 'token_revoked',
    list: (db, ownerId) => tokenStore(db).list(ownerId, {}),
    end: async (tx, ownerId, id) => void (await tokenStore(tx).remove(ownerId, id)),
  },
  {
    // Printed by the operator with `npm run token`.
    kind: 'token',
    event: 'token_revoked',
    list: (db, ownerId) => sessions(db, ownerId, 'command'),
    end: async (tx, _ownerId, id) => sessionStore(tx).remove([id]),
  },
  {
    kind: 'device_password',
    event: 'device_password_revoked',
    list: (db, ownerId) => devicePasswordStore(db).list(ownerId, {}),
    end: async (tx, ownerId, id) => void (await devicePasswordStore(tx).remove(ownerId, id)),
  },
  {
    kind: 'app',
    event: 'app_revoked',
    list: (db, ownerId) => connectedAppStore(db).list(ownerId, {}),
    end: async (tx, ownerId, id) => void (await connectedAppStore(tx).remove(ownerId, id)),
  },
  {
    kind: 'feed',
    event: 'feed_removed',
    list: async (db, ownerId) =>
      (await feedStore(db).list(ownerId)).map(feed => ({ ...feed, last_used_at: feed.last_fetched_at })),
    end: async (tx, ownerId, id) => void (await feedStore(tx).remove(ownerId, id)),
  },
  {
    kind: 'webhook',
    event: 'webhook_removed',
    list: async (db, ownerId) =>
      (await webhookStore(db).list(ownerId)).map(({ id, url }) => ({ id, name: url, last_used_at: null })),
    end: async (tx, ownerId, id) => void (await webhookStore(tx).remove(ownerId, id)),
  },
  {
    kind: 'push',
    event: 'push_removed',
    list: async (db, ownerId) =>
      (await pushStore(db).list(ownerId)).map(({ id, device, last_sent_at }) => ({
        ...{ id, name: device, last_used_at: last_sent_at },
      })),
    end: async (tx, ownerId, id) => void (await pushStore(tx).remove(ownerId, id)),
  },
]
