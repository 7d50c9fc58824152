import { allows } from '@daymark/contract/accounts/scopes'
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { DecodedQuery } from '@daymark/contract/route'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { mapLazyPage } from '../../../platform/kernel/page.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { resolveBound, type Zone } from '../../../platform/kernel/time/zone.ts'
import { presentSchedule, presentTodo } from '../present.ts'
import type { RangeRequest } from './range/range.ts'
import { checkWindow } from './range/window.ts'
import type { ScheduleService, ShownSchedule } from './service.ts'

export const scheduleHandlers = (
  schedules: ScheduleService,
): Omit<Handlers<typeof scheduleRoutes>, 'bulk'> => ({
  // Does not read the list in batches, because the limit per owner applies to the whole page.
  list: {
    lazily: async ({ actor, session, query, zone }) => {
      const mayRead = !session.scopes || allows(session.scopes, 'subscriptions', 'read')
      const range = { ...toRange(query, zone), ...(!mayRead && { include_subscriptions: false }) }
      return mapLazyPage(await schedules.list(actor, range, query), present(actor, zone))
    },
  },
  create: async ({ actor, body, zone }) => present(actor, zone)(await schedules.create(actor, body, zone)),
  get: async ({ actor, params, query, zone }) =>
    present(actor, zone)(await schedules.get(actor, params.schedule_id, zone, query.instance_start)),
  update: async ({ actor, params, query, body, zone }) =>
    present(actor, zone)(await schedules.update(actor, params.schedule_id, query, body, zone)),
  remove: async ({ actor, params, query, zone }) => {
    await schedules.remove(actor, params.schedule_id, query, zone)
    return { ok: true }
  },
  createTodo: async ({ actor, params, query, zone }) =>
    presentTodo(await schedules.createTodo(actor, params.schedule_id, query.tag_group_id), zone, actor.id),
})

const present =
  (actor: Actor, zone: Zone) =>
  ({ schedule, extras }: ShownSchedule) =>
    presentSchedule(schedule, zone, actor.id, extras)

function toRange(query: DecodedQuery<(typeof scheduleRoutes)['list']>, zone: Zone): RangeRequest {
  const window = {
    from: resolveBound(query.start_date, zone, 'start_date'),
    to: resolveBound(query.end_date, zone, 'end_date'),
  }
  checkWindow(window, zone.name)
  return {
    window,
    zone,
    scope: query.scope ?? 'mine',
    public_from: query.public_from,
    most_per_owner: query.most_per_owner,
    tag_ids: query.tag_ids ?? [],
    group_ids: query.group_ids ?? [],
    include_subscriptions: query.include_subscriptions,
  }
}
