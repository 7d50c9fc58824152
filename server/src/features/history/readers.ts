// Readers for the resources in the change log, one for each kind. Each reader reads resources as their owner sees them.

import { presentRun } from '../focus/present.ts'
import { focusStore } from '../focus/store.ts'
import { presentMeeting } from '../meetings/present.ts'
import { meetingStore } from '../meetings/store.ts'
import { presentNotification } from '../notifications/present.ts'
import { notificationStore } from '../notifications/store.ts'
import { presentBlockedUser, presentFriend, presentRequest } from '../people/friends/present.ts'
import { requestStore } from '../people/friends/request-store.ts'
import { friendStore } from '../people/friends/store.ts'
import { presentSchedule, presentTodo } from '../planning/present.ts'
import { whole } from '../planning/schedules/schedule.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { findViews } from '../planning/todos/view-store.ts'
import { noPreferences } from '../preferences/preferences.ts'
import { presentPreferences } from '../preferences/present.ts'
import { preferenceStore } from '../preferences/store.ts'
import { presentGroup, presentTag } from '../tags/present.ts'
import { tagStore, tagsByIds } from '../tags/store.ts'
import { timersInLog } from '../timers/logged-timers.ts'
import { presentSnapshot } from '../timers/present.ts'
import { sharingsOf } from '../visibility/access.ts'
import type { Presenter, ResourceReaders } from './resources.ts'

const byId = <T>(items: readonly T[], idOf: (item: T) => string, present: (item: T) => Presenter) =>
  new Map(items.map(item => [idOf(item), present(item)]))

const id = (item: { id: string }) => item.id
const ownedBy = (ownerId: string) => (item: { owner_id: string }) => item.owner_id === ownerId

export const resourceReaders: ResourceReaders = {
  tag_group: async (db, ownerId, ids) => {
    const store = tagStore(db)
    const groups = await store.findGroups(ownerId, ids)
    const tags = Map.groupBy(await store.tagsOfGroups(groups.map(id)), tag => tag.group_id)
    return byId(groups, id, group => zone => presentGroup({ ...group, tags: tags.get(group.id) ?? [] }, zone))
  },
  tag: async (db, ownerId, ids) => {
    const tags = (await tagsByIds(db, ids)).filter(ownedBy(ownerId))
    return byId(tags, id, tag => zone => presentTag(tag, zone))
  },
  todo: async (db, ownerId, ids) =>
    byId(await findViews(db, ownerId, ids), id, todo => zone => presentTodo(todo, zone, ownerId)),
  schedule: async (db, ownerId, ids) => {
    const schedules = (await scheduleStore(db).findMany(ids)).filter(ownedBy(ownerId))
    const settings = await sharingsOf(db, 'schedule', ownerId, schedules.map(id))
    return byId(schedules, id, schedule => zone => {
      const extras = { settings: settings.get(schedule.id) ?? null }
      return presentSchedule(whole(schedule), zone, ownerId, extras)
    })
  },
  timer: async (db, ownerId, ids, { now, since }) => {
    const timers = await timersInLog(db, ownerId, ids, since)
    return new Map(
      [...timers].map(([timerId, timerAt]) => [
        timerId,
        (zone, asOf) => presentSnapshot(timerAt(asOf), { at: asOf?.at ?? now, zone }),
      ]),
    )
  },
  meeting: async (db, ownerId, ids) => {
    const meetings = (await meetingStore(db).findMany(ids)).filter(ownedBy(ownerId))
    const settings = await sharingsOf(db, 'meeting', ownerId, meetings.map(id))
    return byId(
      meetings,
      id,
      meeting => zone =>
        presentMeeting({ ...meeting, sharing: settings.get(meeting.id) ?? null }, ownerId, zone),
    )
  },
  friend: async (db, ownerId, ids) => {
    const friends = await friendStore(db).friendsOf(ownerId, ids)
    return byId(
      friends,
      friend => friend.friendship_id,
      friend => zone => presentFriend(friend, zone),
    )
  },
  friend_request: async (db, ownerId, ids) => {
    const store = requestStore(db)
    const wanted = new Set(ids)
    const requests = [
      ...(await store.listReceived(ownerId, {})).items,
      ...(await store.listSent(ownerId, {})).items,
    ].filter(request => wanted.has(request.id))
    return byId(requests, id, request => zone => presentRequest(request, zone))
  },
  block: async (db, ownerId, ids) => {
    const blocked = await friendStore(db).blockedAmong(ownerId, ids)
    return byId(
      blocked,
      user => user.user_id,
      user => zone => presentBlockedUser(user, zone),
    )
  },
  notification: async (db, ownerId, ids) => {
    const notifications = (await notificationStore(db).findMany(ids)).filter(ownedBy(ownerId))
    return byId(notifications, id, found => zone => presentNotification(found, zone))
  },
  focus: async (db, ownerId, ids, { now }) => {
    const runs = (await focusStore(db).findMany(ids)).filter(ownedBy(ownerId))
    return byId(runs, id, run => zone => presentRun(run, now, zone))
  },
  preferences: async (db, ownerId, _ids, { now }) => {
    const preferences = (await preferenceStore(db).find(ownerId)) ?? noPreferences(ownerId, now)
    return byId([preferences], id, found => () => presentPreferences(found))
  },
}
