// Item types for SDK users: response types and request bodies.
import type { BodyOf, ResponseOf } from '@daymark/contract/route'
import type { Routes } from '@daymark/contract/routes'
import type { ClientMessage } from '@daymark/contract/sockets/timer-socket'

export type { Account, SignedIn } from '@daymark/contract/accounts/accounts'
export type { ServerInfo } from '@daymark/contract/accounts/server-info'
export type { AccountSession } from '@daymark/contract/accounts/sessions'
export type { NewPersonalToken, PersonalToken } from '@daymark/contract/accounts/tokens'
export type { FocusRun } from '@daymark/contract/focus/focus'
export type { Availability, Meeting, Participant } from '@daymark/contract/meetings/meeting'
export type {
  Channel,
  Notification,
  NotificationSettings,
  QuietHours,
} from '@daymark/contract/notifications/notification'
export type { ChannelTest, PushSubscription } from '@daymark/contract/notifications/notifications'
export type { Reminder } from '@daymark/contract/notifications/reminder'
export type { BlockedUser, Friend, FriendRequest, Friendship } from '@daymark/contract/people/friends'
export type {
  FocusSettings,
  Preferences,
  WorkingHours,
  WorkingRange,
} from '@daymark/contract/people/preferences'
export type { Me } from '@daymark/contract/people/users'
export type {
  ResourceType,
  VisibilityLevel,
  VisibilityOut,
  VisibilityRead,
} from '@daymark/contract/people/visibility'
export type { Calendar, CalendarEvent, CalendarTag } from '@daymark/contract/planning/calendar'
export type { Holiday } from '@daymark/contract/planning/holidays'
export type { Schedule, ScheduleState } from '@daymark/contract/planning/schedule'
export type { Tag, TagGroup } from '@daymark/contract/planning/tags'
export type { SourceTodo, TodoStatus } from '@daymark/contract/planning/todo'
export type { Todo, TodoItems, TodoStats } from '@daymark/contract/planning/todos'
export type { ServerMessage } from '@daymark/contract/sockets/timer-socket'
export type {
  PauseEvent,
  Timer,
  TimerAction,
  TimerSegment,
  TimerStatus,
} from '@daymark/contract/timers/timer'
export type { ErrorBody } from '@daymark/contract/words'

export type MeetingResult = ResponseOf<Routes['meetings']['result']>

export type PreferencesPatch = BodyOf<Routes['users']['updatePreferences']>
export type TagGroupCreate = BodyOf<Routes['tags']['createGroup']>
export type TagGroupPatch = BodyOf<Routes['tags']['updateGroup']>
export type TagCreate = BodyOf<Routes['tags']['create']>
export type TagPatch = BodyOf<Routes['tags']['update']>
export type TodoCreate = BodyOf<Routes['todos']['create']>
export type TodoPatch = BodyOf<Routes['todos']['update']>
export type ScheduleCreate = BodyOf<Routes['schedules']['create']>
export type SchedulePatch = BodyOf<Routes['schedules']['update']>
export type TimerCreate = Extract<ClientMessage, { type: 'timer.create' }>['payload']
export type FocusCreate = BodyOf<Routes['focus']['start']>
export type TimerPatch = BodyOf<Routes['timers']['update']>
export type TimerRecord = BodyOf<Routes['timers']['addRecord']>
export type MeetingCreate = BodyOf<Routes['meetings']['create']>
export type MeetingPatch = BodyOf<Routes['meetings']['update']>
export type TimeSlot = BodyOf<Routes['meetings']['confirm']>
export type VisibilitySettings = BodyOf<Routes['visibility']['put']>
