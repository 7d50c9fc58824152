import type { userRoutes } from '@daymark/contract/people/users'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentPreferences } from './present.ts'
import type { PreferenceService } from './service.ts'

export const preferenceHandlers = (
  preferences: PreferenceService,
): Pick<Handlers<typeof userRoutes>, 'preferences' | 'updatePreferences'> => ({
  preferences: async ({ actor }) => presentPreferences(await preferences.read(actor)),
  updatePreferences: async ({ actor, body }) => presentPreferences(await preferences.update(actor, body)),
})
