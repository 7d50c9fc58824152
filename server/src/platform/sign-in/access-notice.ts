// Tells every instance that some or all of a person's sessions and tokens have ended.
import type { Notice } from '../kernel/notice.ts'

/** The bus channel that every instance joins. No person has this id. */
export const ACCESS_CHANNEL = ' access'
const KIND = 'access_ended'

export interface EndedAccess {
  user_id: string
  /** True if some of the person's sessions or tokens may remain valid, so that each must be checked again. */
  is_partial: boolean
}

export const accessEnded = (userId: string): Notice => noticeOf({ user_id: userId, is_partial: false })

export const someAccessEnded = (userId: string): Notice => noticeOf({ user_id: userId, is_partial: true })

const noticeOf = (body: EndedAccess): Notice => ({ user_id: ACCESS_CHANNEL, kind: KIND, body })

/** Returns undefined for other notices. */
export const endedIn = ({ user_id, kind, body }: Notice): EndedAccess | undefined =>
  user_id === ACCESS_CHANNEL && kind === KIND ? (body as EndedAccess) : undefined
