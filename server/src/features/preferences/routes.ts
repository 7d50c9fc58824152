import type { userRoutes } from '@daymark/contract/people/users'
import { reads, writes } from '../../platform/changes/write.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentPreferences } from './present.ts'
import { readPreferences, updatePreferences } from './service.ts'

export const preferenceHandlers: Pick<Handlers<typeof userRoutes>, 'preferences' | 'updatePreferences'> = {
  preferences: reads(async (db, { actor, now }) =>
    presentPreferences(await readPreferences(db, actor, now())),
  ),
  updatePreferences: writes(async (tx, { body }) => presentPreferences(await updatePreferences(tx, body))),
}
