// The types of the things on the wire, for programs that use the SDK.
export type { Account, AccountSession, SignedIn } from '@daymark/contract/accounts'
export type { BlockedUser, Friend, FriendRequest, Friendship } from '@daymark/contract/friends'
export type { Holiday } from '@daymark/contract/holidays'
export type { Availability, Meeting, Participant } from '@daymark/contract/meeting'
export type { Schedule } from '@daymark/contract/schedule'
export type { Tag, TagGroup } from '@daymark/contract/tags'
export type { PauseEvent, Timer, TimerStatus } from '@daymark/contract/timer'
export type { ServerMessage } from '@daymark/contract/timer-socket'
export type { Todo, TodoStats, TodoStatus } from '@daymark/contract/todos'
export type { NewPersonalToken, PersonalToken } from '@daymark/contract/tokens'
export type { Me } from '@daymark/contract/users'
export type {
  ResourceType,
  VisibilityLevel,
  VisibilityOut,
  VisibilityRead,
} from '@daymark/contract/visibility'
