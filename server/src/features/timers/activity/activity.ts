// Timer notices to friends. Only friends who may see the timer get its title.
import type { TimerAction } from '@daymark/contract/timers/timer'
import type { Notice } from '../../../platform/kernel/notice.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { friendIdsOf } from '../../people/friends/store.ts'
import { sharingOf } from '../../visibility/access.ts'
import { mayAccess } from '../../visibility/policy.ts'
import { activityStore } from './activity-store.ts'

/** The notice kind that friends' sockets receive. */
export const ACTIVITY_NOTICE = 'timer.friend_activity'

/** The notice kind for a timer action, from which the notices to friends are created. */
export const TIMER_ACTION_NOTICE = 'timer.acted'

export interface TimerActionNotice {
  owner_id: string
  timer_id: string
  timer_title: string | null
  action: TimerAction
  at: number
}

export interface Activity {
  friend_id: string
  display_name: string
  action: TimerAction
  timer_id: string
  timer_title: string | null
  at: number
}

/** The friends who receive an activity, and whether each may see the title. */
export type Readers = Map<string, { maySeeTitle: boolean }>

export const timerActivity = (uow: UnitOfWork) => ({
  /** Creates one notice per friend, all with the same body. */
  notices(acted: TimerActionNotice): Promise<Notice[]> {
    return uow.read(async db => {
      const friendIds = await friendIdsOf(db, acted.owner_id)
      if (friendIds.length === 0) return []
      const { owner_id, ...rest } = acted
      const body: Activity = {
        friend_id: owner_id,
        display_name: (await activityStore(db).displayName(owner_id)) ?? 'Someone',
        ...rest,
      }
      return friendIds.map(user_id => ({ user_id, kind: ACTIVITY_NOTICE, body }))
    })
  },

  /**
   * Returns the friends who may receive the notice when it is sent, so that a block or an ended friendship takes effect
   * immediately.
   */
  readers(activity: Activity): Promise<Readers> {
    const ownerId = activity.friend_id
    return uow.read(async db => {
      const friends = await activityStore(db).friends(ownerId)
      const sharing =
        activity.timer_title === null || friends.length === 0
          ? null
          : await sharingOf(db, 'timer', activity.timer_id)
      const relation = { friends: true, blocked: false, owner_disabled: false }
      return new Map(
        friends.map(friend => [
          friend.id,
          { maySeeTitle: sharing !== null && mayAccess(ownerId, sharing, friend, relation) },
        ]),
      )
    })
  },
})
