// Each bulk route belongs to the route group of its items, so that a token needs the scope for these items.
import type { BulkResult } from '@daymark/contract/planning/bulk'
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { todoRoutes } from '@daymark/contract/planning/todos'
import type { timerRoutes } from '@daymark/contract/timers/timers'
import { STATUS } from '../../platform/kernel/errors.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { BulkOutcome, BulkService } from './service.ts'

interface BulkHandlers {
  todos: Pick<Handlers<typeof todoRoutes>, 'bulk'>
  schedules: Pick<Handlers<typeof scheduleRoutes>, 'bulk'>
  timers: Pick<Handlers<typeof timerRoutes>, 'bulk'>
}

export const bulkHandlers = (bulk: BulkService): BulkHandlers => ({
  todos: { bulk: async ({ actor, body, query }) => present(await bulk.todos(actor, body, query)) },
  schedules: { bulk: async ({ actor, body, zone }) => present(await bulk.schedules(actor, body, zone)) },
  timers: { bulk: async ({ actor, body }) => present(await bulk.timers(actor, body)) },
})

const present = ({ items, failed }: BulkOutcome): BulkResult => ({
  items,
  failed: failed.map(({ target, problem }) => ({
    ...target,
    status: STATUS[problem.kind],
    detail: problem.message,
  })),
})
