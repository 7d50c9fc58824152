import type * as wire from '@daymark/contract/people/preferences'
import type { Preferences } from './preferences.ts'

export const presentPreferences = ({
  owner_id: _owner,
  created_at: _created,
  updated_at: _updated,
  ...fields
}: Preferences): wire.Preferences => fields
