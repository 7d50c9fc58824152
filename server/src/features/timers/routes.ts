// Clients start, pause, resume, stop and cancel timers over the socket, not over these routes.
import type { TimerQuery, timerRoutes } from '@daymark/contract/timers/timers'
import type { Actor } from '../../platform/kernel/actor.ts'
import { invalid } from '../../platform/kernel/errors.ts'
import { mapPage, type Page } from '../../platform/kernel/page.ts'
import type { Handlers, RetiredRoute } from '../../platform/kernel/route-handlers.ts'
import { resolveBound, resolveInclusiveEnd, type Zone } from '../../platform/kernel/time/zone.ts'
import { presentFriendTimer, presentView } from './present.ts'
import type { LinkedItem, Read, TimerService } from './service.ts'
import type { TimerFilter } from './store.ts'
import { TABLE_INCLUDES, TIMER_HEADER, timerCells } from './table.ts'
import type { TimerView } from './view.ts'

export function timerHandlers(timers: TimerService): Omit<Handlers<typeof timerRoutes>, 'bulk'> {
  const { corrections } = timers
  const schedule = (id: string): LinkedItem => ({ type: 'schedule', id })
  const todo = (id: string): LinkedItem => ({ type: 'todo', id })

  return {
    list: {
      json: async ({ actor, query, zone }) =>
        page(actor, zone, await timers.list(actor, filterOf(query, zone), query, query)),
      csv: {
        name: 'daymark-timers',
        header: TIMER_HEADER,
        page: async ({ actor, query, zone }) => {
          const { at, value } = await timers.list(actor, filterOf(query, zone), query, TABLE_INCLUDES)
          return mapPage(value, view => timerCells(view, { at, zone }))
        },
      },
    },
    active: async ({ actor, query, zone }) => one(actor, zone, await timers.active(actor, query)),
    ofFriends: async ({ actor, query, zone }) =>
      mapPage(await timers.activeOfFriends(actor, query), timer => presentFriendTimer(timer, zone)),
    get: async ({ actor, params, query, zone }) =>
      one(actor, zone, await timers.get(actor, params.timer_id, query)),
    update: async ({ actor, params, query, body, zone }) =>
      one(actor, zone, await timers.update(actor, params.timer_id, body, query)),
    remove: async ({ actor, params }) => {
      await timers.remove(actor, params.timer_id)
      return { ok: true }
    },
    addRecord: async ({ actor, query, body, zone }) =>
      one(actor, zone, await corrections.addRecord(actor, body, query)),
    setSegments: async ({ actor, params, query, body, zone }) =>
      one(actor, zone, await corrections.setSegments(actor, params.timer_id, body, query)),
    split: async ({ actor, params, query, body, zone }) =>
      all(actor, zone, await corrections.split(actor, params.timer_id, body, query)),
    trim: async ({ actor, params, query, body, zone }) =>
      one(actor, zone, await corrections.trim(actor, params.timer_id, body.end, query)),
    ofSchedule: async ({ actor, params, query, zone }) =>
      page(actor, zone, await timers.listLinked(actor, schedule(params.schedule_id), query, query)),
    activeOfSchedule: async ({ actor, params, query, zone }) =>
      one(actor, zone, await timers.active(actor, query, schedule(params.schedule_id))),
    ofTodo: async ({ actor, params, query, zone }) =>
      page(actor, zone, await timers.listLinked(actor, todo(params.todo_id), query, query)),
    activeOfTodo: async ({ actor, params, query, zone }) =>
      one(actor, zone, await timers.active(actor, query, todo(params.todo_id))),
  }
}

const one = (actor: Actor, zone: Zone, { at, value }: Read<TimerView>) =>
  presentView(value, actor.id, { at, zone })

const all = (actor: Actor, zone: Zone, { at, value }: Read<TimerView[]>) =>
  value.map(view => presentView(view, actor.id, { at, zone }))

const page = (actor: Actor, zone: Zone, { at, value }: Read<Page<TimerView>>) =>
  mapPage(value, view => presentView(view, actor.id, { at, zone }))

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
