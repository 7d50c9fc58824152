import type * as wire from '@daymark/contract/people/users'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import type { OwnProfile } from './service.ts'

export const presentMe = ({ isAdmin, deletes_at, ...user }: OwnProfile, zone: Zone): wire.Me => ({
  id: user.id,
  display_name: user.display_name,
  avatar_url: user.avatar_url,
  friend_code: user.friend_code,
  email: user.email,
  role: isAdmin ? 'admin' : 'user',
  deletes_at: deletes_at === null ? null : zone.format(deletes_at),
})
