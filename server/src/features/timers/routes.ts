// Clients start, pause, resume, stop and cancel timers over the socket, not over these routes.
import type { Route } from '@daymark/contract/route'
import type { TimerQuery, timerRoutes } from '@daymark/contract/timers/timers'
import { reads, writes } from '../../platform/changes/write.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { invalid } from '../../platform/kernel/errors.ts'
import { mapPage, type Page } from '../../platform/kernel/page.ts'
import type { Call, Handlers, RetiredRoute } from '../../platform/kernel/route-handlers.ts'
import { resolveBound, resolveInclusiveEnd, type Zone } from '../../platform/kernel/time/zone.ts'
import * as corrections from './corrections/corrections.ts'
import { presentFriendTimer, presentView } from './present.ts'
import type { LinkedItem } from './service.ts'
import * as timers from './service.ts'
import type { TimerFilter } from './store.ts'
import { TABLE_INCLUDES, TIMER_HEADER, timerCells } from './table.ts'
import type { TimerView } from './view.ts'

const schedule = (id: string): LinkedItem => ({ type: 'schedule', id })
const todo = (id: string): LinkedItem => ({ type: 'todo', id })

export const timerHandlers: Omit<Handlers<typeof timerRoutes>, 'bulk'> = {
  list: {
    json: reads(async (db, call) => {
      const { actor, query, zone } = call
      return page(call, await timers.listTimers(db, actor, filterOf(query, zone), query, query))
    }),
    csv: {
      name: 'daymark-timers',
      header: TIMER_HEADER,
      page: reads(async (db, { actor, query, zone, now }) => {
        const found = await timers.listTimers(db, actor, filterOf(query, zone), query, TABLE_INCLUDES)
        const at = now()
        return mapPage(found, view => timerCells(view, { at, zone }))
      }),
    },
  },
  active: reads(async (db, call) => one(call, await timers.activeTimer(db, call.actor, call.query))),
  ofFriends: reads(async (db, { actor, query, zone }) =>
    mapPage(await timers.activeTimersOfFriends(db, actor, query), timer => presentFriendTimer(timer, zone)),
  ),
  get: reads(async (db, call) =>
    one(call, await timers.getTimer(db, call.actor, call.params.timer_id, call.query)),
  ),
  update: writes(async (tx, call) =>
    one(call, await timers.updateTimer(tx, call.params.timer_id, call.body, call.query)),
  ),
  remove: writes(async (tx, { params }) => {
    await timers.removeTimer(tx, params.timer_id)
    return { ok: true }
  }),
  addRecord: writes(async (tx, call) => one(call, await corrections.addRecord(tx, call.body, call.query))),
  setSegments: writes(async (tx, call) =>
    one(call, await corrections.setSegments(tx, call.params.timer_id, call.body, call.query)),
  ),
  split: writes(async (tx, call) =>
    all(call, await corrections.split(tx, call.params.timer_id, call.body, call.query)),
  ),
  trim: writes(async (tx, call) =>
    one(call, await corrections.trim(tx, call.params.timer_id, call.body.end, call.query)),
  ),
  ofSchedule: reads(async (db, call) => {
    const { actor, params, query } = call
    return page(call, await timers.listLinkedTimers(db, actor, schedule(params.schedule_id), query, query))
  }),
  activeOfSchedule: reads(async (db, call) => {
    const { actor, params, query } = call
    return one(call, await timers.activeTimer(db, actor, query, schedule(params.schedule_id)))
  }),
  ofTodo: reads(async (db, call) => {
    const { actor, params, query } = call
    return page(call, await timers.listLinkedTimers(db, actor, todo(params.todo_id), query, query))
  }),
  activeOfTodo: reads(async (db, call) => {
    const { actor, params, query } = call
    return one(call, await timers.activeTimer(db, actor, query, todo(params.todo_id)))
  }),
}

/** Running timers are measured up to the moment of the answer. */
type Shown = Pick<Call<Route>, 'zone' | 'now'> & { actor: Actor }

const one = ({ actor, zone, now }: Shown, view: TimerView) => presentView(view, actor.id, { at: now(), zone })

function all({ actor, zone, now }: Shown, views: readonly TimerView[]) {
  const at = now()
  return views.map(view => presentView(view, actor.id, { at, zone }))
}

function page({ actor, zone, now }: Shown, found: Page<TimerView>) {
  const at = now()
  return mapPage(found, view => presentView(view, actor.id, { at, zone }))
}

function filterOf(query: TimerQuery, zone: Zone): TimerFilter {
  const { scope = 'mine', public_from, status, type, start_date, end_date } = query
  const from = start_date === undefined ? undefined : resolveBound(start_date, zone, 'start_date')
  const to = end_date === undefined ? undefined : resolveInclusiveEnd(end_date, zone, 'end_date')
  if (from !== undefined && to !== undefined && to < from) {
    throw invalid('end_date', 'must not be before start_date')
  }
  return { scope, public_from, status, type, from, to }
}

const USE_SOCKET = (message: string) =>
  `Timers are controlled over the WebSocket /v1/ws/timers: send "${message}" there.`

/** Removed routes for controlling timers. They answer 410. */
export const retiredTimerRoutes: RetiredRoute[] = [
  { method: 'POST', path: '/timers', detail: USE_SOCKET('timer.create') },
  { method: 'PATCH', path: '/timers/{timer_id}/pause', detail: USE_SOCKET('timer.pause') },
  { method: 'PATCH', path: '/timers/{timer_id}/resume', detail: USE_SOCKET('timer.resume') },
  { method: 'POST', path: '/timers/{timer_id}/stop', detail: USE_SOCKET('timer.stop') },
]
