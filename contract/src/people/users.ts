// People on the wire: the caller's own profile.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Nullable } from '../words.ts'

export const Me = Type.Object(
  {
    id: Type.String(),
    display_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    friend_code: Type.String({ description: 'Given to others so that they can ask for friendship.' }),
    email: Nullable(Type.String()),
  },
  { title: 'Me' },
)
export type Me = Type.Static<typeof Me>

export const userRoutes = routeGroup({
  me: {
    method: 'GET',
    path: '/users/me',
    summary: 'Read the own profile',
    description:
      'Name, picture and address come from the sign-in. `friend_code` is what one gives to others.',
    response: Me,
  },
  renewFriendCode: {
    method: 'POST',
    path: '/users/me/friend_code',
    summary: 'Make a new friend code; the old one stops working',
    description: 'For a code that reached the wrong people. Friendships and open requests stay.',
    response: Me,
  },
})
