// What happens behind the sockets: conversations with a person's devices, and notices to other people.
import type { ChangeLog } from '../../../features/history/log.ts'
import { readableKinds } from '../../../features/history/routes.ts'
import {
  ACTIVITY_NOTICE,
  type Activity,
  TIMER_ACTION_NOTICE,
  type TimerActionNotice,
} from '../../../features/timers/activity/activity.ts'
import type { TimerService } from '../../../features/timers/service.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import { CHANGES_NOTICE, type ChangesNotice } from '../../../platform/changes/change.ts'
import { KeyedMutex } from '../../../platform/kernel/concurrency/keyed-mutex.ts'
import type { Notice } from '../../../platform/kernel/notice.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { requireScope } from '../../../platform/sign-in/require-scope.ts'
import type { Connection, Guest } from '../connection/connection.ts'
import type { Connections, Door } from '../connection/hub.ts'
import { catchUpWith } from './catch-up.ts'
import { type ConversationParts, SocketConversation } from './conversation.ts'
import { friendNotices } from './friend-notices.ts'
import { liveStyle } from './live-style.ts'
import { SHARED_NOTICE, type SharedChanges, type SharedNotice, sharedFrame } from './shared-changes.ts'
import { timerStyle } from './timer-style.ts'

export interface SocketDoorParts extends Pick<ConversationParts, 'log' | 'limit' | 'watch'> {
  readonly timers: TimerService
  readonly changes: ChangeLog
  readonly shared: SharedChanges
  readonly bus: Bus
  readonly clock: Clock
}

export interface SocketDoor extends Door {
  /** To be called with what was committed here: other people are told of it. */
  announce(notices: readonly Notice[]): void
}

export function socketDoor(parts: SocketDoorParts): SocketDoor {
  const { timers, changes, shared, bus, clock, log, limit, watch } = parts
  const conversations = new WeakMap<Connection, SocketConversation>()
  const live = new WeakSet<Connection>()
  const deliveriesTo = (connections: Connections) =>
    [...connections].flatMap(connection => conversations.get(connection)?.delivery ?? [])
  const catchUp = catchUpWith({ log: changes, logger: log })
  const friends = friendNotices(timers.activity, log)
  /** Notices about one person go out in the order of what they did. */
  const mutex = new KeyedMutex()

  const announcing = (userId: string, work: () => Promise<readonly Notice[]>) =>
    mutex
      .run(userId, async () => bus.publish(await work()))
      .catch(error => log.error({ err: error }, 'other people could not be notified'))

  return {
    converse(connection, guest) {
      const userId = connection.actor.id
      const conversation: SocketConversation = new SocketConversation(
        {
          timers,
          changes,
          style: guest.isLive ? liveStyle(new Set(readableKinds(guest.session))) : timerStyle,
          tokenName: guest.session.token_name ?? null,
          clock,
          log,
          limit,
          watch,
          mayControl: () => requireScope(guest.session, 'timers', 'write'),
          catchUp: () => catchUp(userId, [conversation.delivery]),
        },
        connection,
        sinceOf(guest),
      )
      conversations.set(connection, conversation)
      if (guest.isLive) live.add(connection)
      return conversation
    },

    notice(notice, connections) {
      if (notice.kind === CHANGES_NOTICE) catchUp(notice.user_id, deliveriesTo(connections))
      if (notice.kind === ACTIVITY_NOTICE) friends.tell(notice.user_id, notice.body as Activity, connections)
      if (notice.kind === SHARED_NOTICE) {
        for (const connection of connections) {
          if (live.has(connection)) connection.send(sharedFrame(notice.body as SharedNotice, connection.zone))
        }
      }
    },

    lost: (userId, connections) => catchUp(userId, deliveriesTo(connections)),

    announce(notices) {
      for (const { kind, body, user_id } of notices) {
        if (kind === TIMER_ACTION_NOTICE)
          announcing(user_id, () => timers.activity.notices(body as TimerActionNotice))
        if (kind !== CHANGES_NOTICE) continue
        const notice = body as ChangesNotice
        if (notice.shares) announcing(user_id, () => shared(user_id, notice))
      }
    },
  }
}

/** What is not a number is beyond every position: the client is told to start over. */
function sinceOf({ search }: Guest): number | undefined {
  const since = search.get('since')
  if (since === null) return undefined
  return /^\d{1,15}$/.test(since) ? Number(since) : Number.POSITIVE_INFINITY
}
