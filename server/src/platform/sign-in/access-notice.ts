// A notice that all or some access of a person has ended, which reaches every instance at once.
import type { Notice } from '../kernel/notice.ts'

/** The channel of the bus that every instance joins. No person has this id. */
export const ACCESS_CHANNEL = ' access'
const KIND = 'access_ended'

export const accessEnded = (userId: string): Notice => ({
  user_id: ACCESS_CHANNEL,
  kind: KIND,
  body: { user_id: userId },
})

/** Returns the person whose sessions and tokens have to be checked again, if the notice says so. */
export const endedIn = ({ user_id, kind, body }: Notice): string | undefined =>
  user_id === ACCESS_CHANNEL && kind === KIND ? (body as { user_id: string }).user_id : undefined
