import type { focusRoutes } from '@daymark/contract/focus/focus'
import type { Jobs } from '../../platform/jobs/open.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { NOTICE_JOB, noticeHandler, PHASE_JOB, phaseHandler } from './phase-jobs.ts'
import { focusHandlers } from './routes.ts'

export function openFocus(parts: { uow: UnitOfWork; clock: Clock; jobs: Jobs }): {
  handlers: Handlers<typeof focusRoutes>
} {
  const { jobs } = parts
  jobs.handle(PHASE_JOB, phaseHandler(parts))
  jobs.handle(NOTICE_JOB, noticeHandler(parts))
  return { handlers: focusHandlers }
}
