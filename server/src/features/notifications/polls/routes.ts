import type { meetingRoutes } from '@daymark/contract/meetings/meetings'
import { writes } from '../../../platform/changes/write.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { remindUnanswered } from './service.ts'

export const pollReminderHandlers: Pick<Handlers<typeof meetingRoutes>, 'remind'> = {
  remind: writes(async (tx, { params }) => ({ reminded: await remindUnanswered(tx, params.meeting_id) }), {
    keys: async (_db, _actor, { params }) => [params.meeting_id],
  }),
}
