// The types of the things on the wire, for programs that use the SDK: as they are read, and as they are given.
import type { BodyOf, ResponseOf } from '@daymark/contract/route'
import type { Routes } from '@daymark/contract/routes'
import type { ClientMessage } from '@daymark/contract/timer-socket'

export type { Account, AccountSession, SignedIn } from '@daymark/contract/accounts'
export type { Calendar, CalendarEvent, CalendarTag } from '@daymark/contract/calendar'
export type { BlockedUser, Friend, FriendRequest, Friendship } from '@daymark/contract/friends'
export type { Holiday } from '@daymark/contract/holidays'
export type { Availability, Meeting, Participant } from '@daymark/contract/meeting'
export type { Schedule, ScheduleState } from '@daymark/contract/schedule'
export type { ServerInfo } from '@daymark/contract/server-info'
export type { Tag, TagGroup } from '@daymark/contract/tags'
export type { PauseEvent, Timer, TimerAction, TimerStatus } from '@daymark/contract/timer'
export type { ServerMessage } from '@daymark/contract/timer-socket'
export type { SourceTodo, TodoStatus } from '@daymark/contract/todo'
export type { Todo, TodoItems, TodoStats } from '@daymark/contract/todos'
export type { NewPersonalToken, PersonalToken } from '@daymark/contract/tokens'
export type { Me } from '@daymark/contract/users'
export type {
  ResourceType,
  VisibilityLevel,
  VisibilityOut,
  VisibilityRead,
} from '@daymark/contract/visibility'
export type { ErrorBody } from '@daymark/contract/words'

export type MeetingResult = ResponseOf<Routes['meetings']['result']>

// What requests take.
export type TagGroupCreate = BodyOf<Routes['tags']['createGroup']>
export type TagGroupPatch = BodyOf<Routes['tags']['updateGroup']>
export type TagCreate = BodyOf<Routes['tags']['create']>
export type TagPatch = BodyOf<Routes['tags']['update']>
export type TodoCreate = BodyOf<Routes['todos']['create']>
export type TodoPatch = BodyOf<Routes['todos']['update']>
export type ScheduleCreate = BodyOf<Routes['schedules']['create']>
export type SchedulePatch = BodyOf<Routes['schedules']['update']>
export type TimerCreate = Extract<ClientMessage, { type: 'timer.create' }>['payload']
export type TimerPatch = BodyOf<Routes['timers']['update']>
export type MeetingCreate = BodyOf<Routes['meetings']['create']>
export type MeetingPatch = BodyOf<Routes['meetings']['update']>
export type TimeSlot = BodyOf<Routes['meetings']['confirm']>
export type VisibilitySettings = BodyOf<Routes['visibility']['put']>
