// The socket door of timers: conversations with the owner's devices, and notices to friends.

import { ACTIVITY_NOTICE, type Activity } from '../../../features/timers/activity.ts'
import { CHANGE_NOTICE, type TimerChange } from '../../../features/timers/change.ts'
import type { TimerService } from '../../../features/timers/service.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { KeyedMutex } from '../../../platform/kernel/keyed-mutex.ts'
import type { Notice } from '../../../platform/kernel/notice.ts'
import { requireScope } from '../../../platform/sign-in/require-scope.ts'
import type { Connection } from '../connection/connection.ts'
import type { Connections, Door } from '../connection/hub.ts'
import { type ConversationParts, TimerConversation } from './conversation.ts'
import type { Delivery } from './delivery.ts'
import { friendNotices } from './friend-notices.ts'
import { gapRecovery } from './gap-recovery.ts'

export interface TimerDoorParts extends Pick<ConversationParts, 'log' | 'limit' | 'watch'> {
  readonly timers: TimerService
  readonly bus: Bus
  readonly clock: Clock
}

export interface TimerDoor extends Door {
  /** To be called with what was committed here: friends are told of it. */
  announce(notices: readonly Notice[]): void
}

export function timerDoor({ timers, bus, clock, log, limit, watch }: TimerDoorParts): TimerDoor {
  const conversations = new WeakMap<Connection, TimerConversation>()
  const deliveriesTo = (connections: Connections) =>
    [...connections].flatMap(connection => conversations.get(connection)?.delivery ?? [])
  const recoverGaps = gapRecovery({ feed: timers.feed, log })
  const friends = friendNotices(timers.activity, log)
  /** What one person did is told in its order. */
  const mutex = new KeyedMutex()

  return {
    converse(connection, guest) {
      const parts = {
        timers,
        clock,
        log,
        limit,
        watch,
        mayControl: () => requireScope(guest.session, 'timers', 'write'),
        recoverGap: (delivery: Delivery) => recoverGaps(connection.actor.id, [delivery]),
      }
      const conversation = new TimerConversation(parts, connection, sinceOf(guest.search))
      conversations.set(connection, conversation)
      return conversation
    },

    notice(notice, connections) {
      if (notice.kind === CHANGE_NOTICE) {
        for (const delivery of deliveriesTo(connections)) delivery.deliver(notice.body as TimerChange)
      }
      if (notice.kind === ACTIVITY_NOTICE) friends.tell(notice.user_id, notice.body as Activity, connections)
    },

    lost: (userId, connections) => recoverGaps(userId, deliveriesTo(connections)),

    announce(notices) {
      for (const { kind, body, user_id } of notices) {
        if (kind !== CHANGE_NOTICE) continue
        mutex
          .run(user_id, async () => bus.publish(await timers.activity.notices(body as TimerChange)))
          .catch(error => log.error({ err: error }, 'friends could not be told'))
      }
    },
  }
}

/** What is not a number is beyond every seq: the client is told to start afresh. */
function sinceOf(search: URLSearchParams): number | undefined {
  const since = search.get('since')
  if (since === null) return undefined
  return /^\d{1,15}$/.test(since) ? Number(since) : Number.POSITIVE_INFINITY
}
