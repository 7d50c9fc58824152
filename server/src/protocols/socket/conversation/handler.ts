// Connects sockets to features: conversations with a person's devices, and notices to other people.
import type { ChangeLog } from '../../../features/history/log.ts'
import { readableKinds } from '../../../features/history/routes.ts'
import {
  ACTIVITY_NOTICE,
  type Activity,
  TIMER_ACTION_NOTICE,
  type TimerActionNotice,
  type timerActivity,
} from '../../../features/timers/activity/activity.ts'
import type { TimerState } from '../../../features/timers/state.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import { CHANGES_NOTICE, type ChangesNotice } from '../../../platform/changes/change.ts'
import { KeyedMutex } from '../../../platform/kernel/concurrency/keyed-mutex.ts'
import {
  type Notice,
  SETTINGS_NOTICE,
  type SettingsNotice,
  SHARED_NOTICE,
  type SharedNotice,
} from '../../../platform/kernel/notice.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { requireScope } from '../../../platform/sign-in/require-scope.ts'
import type { Client, Connection } from '../connection/connection.ts'
import type { Connections, SocketHandler } from '../connection/hub.ts'
import { catchUpWith } from './catch-up.ts'
import { type ConversationParts, SocketConversation } from './conversation.ts'
import { friendNotices } from './friend-notices.ts'
import { liveStyle } from './live-style.ts'
import { settingsFrame } from './settings-changes.ts'
import { type SharedChanges, sharedFrame } from './shared-changes.ts'
import { timerStyle } from './timer-style.ts'

export interface ConversationHandlerParts extends Pick<ConversationParts, 'log' | 'limit' | 'watch'> {
  readonly storage: ConversationParts['storage']
  readonly state: TimerState
  readonly activity: ReturnType<typeof timerActivity>
  readonly changes: ChangeLog
  readonly shared: SharedChanges
  readonly bus: Bus
  readonly clock: Clock
}

export interface ConversationHandler extends SocketHandler {
  /** Notifies other people. Must be called after a commit, with the commit's notices. */
  announce(notices: readonly Notice[]): void
}

export function conversationHandler(parts: ConversationHandlerParts): ConversationHandler {
  const { storage, state, activity, changes, shared, bus, clock, log, limit, watch } = parts
  const conversations = new WeakMap<Connection, SocketConversation>()
  const live = new WeakSet<Connection>()
  /** Live connections that may read every settings list. */
  const full = new WeakSet<Connection>()
  /** The kinds of items that each connection may read, both its own and other people's. */
  const readable = new WeakMap<Connection, ReadonlySet<string>>()
  const readersOf = (connections: Connections, kind: string): Connections =>
    new Set([...connections].filter(connection => readable.get(connection)?.has(kind)))
  const deliveriesTo = (connections: Connections) =>
    [...connections].flatMap(connection => conversations.get(connection)?.delivery ?? [])
  const catchUp = catchUpWith({ log: changes, logger: log })
  const friends = friendNotices(activity, log)
  /** Keeps the notices about one person in the order of their actions. */
  const mutex = new KeyedMutex()

  const announcing = (userId: string, work: () => Promise<void>) =>
    mutex.run(userId, work).catch(error => log.error({ err: error }, 'other people could not be notified'))

  return {
    converse(connection, client) {
      const userId = connection.actor.id
      const kinds = new Set(readableKinds(client.session))
      const conversation: SocketConversation = new SocketConversation(
        {
          storage,
          state,
          changes,
          style: client.isLive ? liveStyle(kinds) : timerStyle,
          tokenName: client.session.token_name ?? null,
          clock,
          log,
          limit,
          watch,
          mayRead: () => requireScope(client.session, 'timers', 'read'),
          mayControl: () => requireScope(client.session, 'timers', 'write'),
          catchUp: () => catchUp(userId, [conversation.delivery]),
        },
        connection,
        sinceOf(client),
      )
      conversations.set(connection, conversation)
      readable.set(connection, kinds)
      if (client.isLive) live.add(connection)
      if (client.isLive && !client.session.scopes) full.add(connection)
      return conversation
    },

    notice(notice, connections) {
      if (notice.kind === CHANGES_NOTICE) catchUp(notice.user_id, deliveriesTo(connections))
      if (notice.kind === ACTIVITY_NOTICE)
        friends.notify(notice.user_id, notice.body as Activity, readersOf(connections, 'timer'))
      if (notice.kind === SHARED_NOTICE) {
        const changed = notice.body as SharedNotice
        for (const connection of readersOf(connections, changed.kind)) {
          if (live.has(connection)) connection.send(sharedFrame(changed, connection.zone))
        }
      }
      if (notice.kind === SETTINGS_NOTICE) {
        for (const connection of connections) {
          if (full.has(connection))
            connection.send(settingsFrame(notice.body as SettingsNotice, connection.zone, clock))
        }
      }
    },

    lost: (userId, connections) => catchUp(userId, deliveriesTo(connections)),

    announce(notices) {
      for (const { kind, body, user_id } of notices) {
        if (kind === TIMER_ACTION_NOTICE)
          announcing(user_id, async () => bus.publish(await activity.notices(body as TimerActionNotice)))
        if (kind !== CHANGES_NOTICE) continue
        const notice = body as ChangesNotice
        if (notice.shares) announcing(user_id, () => shared(user_id, notice, notices => bus.publish(notices)))
      }
    },
  }
}

/** Treats an invalid number as later than every position, so that the client has to resync. */
function sinceOf({ search }: Client): number | undefined {
  const since = search.getAll('since').at(-1)
  if (since === undefined) return undefined
  return /^\d{1,15}$/.test(since) ? Number(since) : Number.POSITIVE_INFINITY
}
