import type { meetingRoutes } from '@daymark/contract/meetings/meetings'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { PollReminderService } from './service.ts'

export const pollReminderHandlers = (
  reminders: PollReminderService,
): Pick<Handlers<typeof meetingRoutes>, 'remind'> => ({
  remind: async ({ actor, params }) => ({ reminded: await reminders.remind(actor, params.meeting_id) }),
})
