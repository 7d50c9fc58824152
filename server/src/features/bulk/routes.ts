// Each bulk route belongs to the route group of its items, so that a token needs the scope for these items.
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { todoRoutes } from '@daymark/contract/planning/todos'
import type { timerRoutes } from '@daymark/contract/timers/timers'
import { writes } from '../../platform/changes/write.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { StagedRequest } from '../../platform/kernel/staged-request.ts'
import { type BulkOutcome, bulkSchedules, bulkTimers, bulkTodos, presentBulk } from './service.ts'

interface BulkHandlers {
  todos: Pick<Handlers<typeof todoRoutes>, 'bulk'>
  schedules: Pick<Handlers<typeof scheduleRoutes>, 'bulk'>
  timers: Pick<Handlers<typeof timerRoutes>, 'bulk'>
}

export const bulkHandlers = ({ most_at_once }: { most_at_once?: number | undefined }): BulkHandlers => ({
  todos: {
    bulk: writes(async (tx, { body, query }) => present(await bulkTodos(tx, body, query, most_at_once))),
  },
  schedules: {
    bulk: writes(async (tx, { body, zone }) => present(await bulkSchedules(tx, body, zone, most_at_once))),
  },
  timers: { bulk: writes(async (tx, { body }) => present(await bulkTimers(tx, body, most_at_once))) },
})

const present = (outcome: BulkOutcome | StagedRequest) =>
  outcome instanceof StagedRequest ? outcome : presentBulk(outcome)
