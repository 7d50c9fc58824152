// The wire representation of a person.
import type * as wire from '@daymark/contract/people/users'
import type { User } from './user.ts'

export const presentMe = ({ isAdmin, ...user }: User & { isAdmin: boolean }): wire.Me => ({
  id: user.id,
  display_name: user.display_name,
  avatar_url: user.avatar_url,
  friend_code: user.friend_code,
  email: user.email,
  role: isAdmin ? 'admin' : 'user',
})
