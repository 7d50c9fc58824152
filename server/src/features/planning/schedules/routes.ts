import { allows } from '@daymark/contract/accounts/scopes'
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { DecodedQuery } from '@daymark/contract/route'
import { reads, readsInSteps, writes } from '../../../platform/changes/write.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { mapLazyPage } from '../../../platform/kernel/page.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { resolveBound, type Zone } from '../../../platform/kernel/time/zone.ts'
import { presentSchedule, presentTodo } from '../present.ts'
import type { RangeRequest } from './range/range.ts'
import type { ReadSubscribed } from './range/subscribed.ts'
import { checkWindow } from './range/window.ts'
import type { ShownSchedule } from './service.ts'
import * as schedules from './service.ts'

/** `subscribed` reads the entries of subscribed calendars. */
export const scheduleHandlers = (
  subscribed: ReadSubscribed,
): Omit<Handlers<typeof scheduleRoutes>, 'bulk'> => ({
  // Does not read the list in batches, because the limit per owner applies to the whole page.
  list: {
    lazily: readsInSteps(async (read, { actor, session, query, zone }) => {
      const mayRead = !session.scopes || allows(session.scopes, 'subscriptions', 'read')
      const range = { ...toRange(query, zone), ...(!mayRead && { include_subscriptions: false }) }
      return mapLazyPage(
        await schedules.listSchedules(read, actor, range, query, subscribed),
        present(actor, zone),
      )
    }),
  },
  create: writes(async (tx, { actor, body, zone }) =>
    present(actor, zone)(await schedules.createSchedule(tx, body, zone)),
  ),
  get: reads(async (db, { actor, params, query, zone }) =>
    present(
      actor,
      zone,
    )(await schedules.getSchedule(db, actor, params.schedule_id, zone, query.instance_start)),
  ),
  update: writes(async (tx, { actor, params, query, body, zone }) =>
    present(actor, zone)(await schedules.updateSchedule(tx, params.schedule_id, query, body, zone)),
  ),
  remove: writes(async (tx, { params, query, zone }) => {
    await schedules.removeSchedule(tx, params.schedule_id, query, zone)
    return { ok: true }
  }),
  createTodo: writes(async (tx, { actor, params, query, zone }) =>
    presentTodo(
      await schedules.createTodoOfSchedule(tx, params.schedule_id, query.tag_group_id),
      zone,
      actor.id,
    ),
  ),
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
