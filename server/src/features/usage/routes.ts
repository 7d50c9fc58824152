import type { userRoutes } from '@daymark/contract/people/users'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { UsageService } from './service.ts'

export const usageHandlers = (usage: UsageService): Pick<Handlers<typeof userRoutes>, 'usage'> => ({
  usage: ({ actor }) => usage.read(actor),
})
