// Each bulk route belongs to the route group of its items, so that a token needs the scope for these items.
import type { BulkResult } from '@daymark/contract/planning/bulk'
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { todoRoutes } from '@daymark/contract/planning/todos'
import type { timerRoutes } from '@daymark/contract/timers/timers'
import { writes } from '../../platform/changes/write.ts'
import { STATUS } from '../../platform/kernel/errors.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { StagedRequest } from '../../platform/kernel/staged-request.ts'
import { type BulkOutcome, bulkSchedules, bulkTimers, bulkTodos } from './service.ts'

interface BulkHandlers {
  todos: Pick<Handlers<typeof todoRoutes>, 'bulk'>
  schedules: Pick<Handlers<typeof scheduleRoutes>, 'bulk'>
  timers: Pick<Handlers<typeof timerRoutes>, 'bulk'>
}

export const bulkHandlers: BulkHandlers = {
  todos: { bulk: writes(async (tx, { body, query }) => orStaged(await bulkTodos(tx, body, query))) },
  schedules: { bulk: writes(async (tx, { body, zone }) => present(await bulkSchedules(tx, body, zone))) },
  timers: { bulk: writes(async (tx, { body }) => present(await bulkTimers(tx, body))) },
}

const orStaged = (outcome: BulkOutcome | StagedRequest) =>
  outcome instanceof StagedRequest ? outcome : present(outcome)

const present = ({ items, failed }: BulkOutcome): BulkResult => ({
  items,
  failed: failed.map(({ target, problem }) => ({
    ...target,
    status: STATUS[problem.kind],
    detail: problem.message,
  })),
})
