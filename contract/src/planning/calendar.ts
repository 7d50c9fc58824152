// The calendar's GraphQL schema, and the REST route that accepts its queries.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Clearable, Nullable } from '../words.ts'
import { ENTRY_TEXT_NAMES, ENTRY_TEXTS, type EntryTexts } from './entry-texts.ts'

const textFields = ENTRY_TEXT_NAMES.map(
  name => `  """${ENTRY_TEXTS[name].meaning}"""\n  ${name}: String`,
).join('\n')

export const calendarSdl = /* GraphQL */ `"""A date, YYYY-MM-DD."""
scalar Date

"""ISO 8601, written in the zone of the query."""
scalar DateTime

"""A UUID, accepted in any case and returned in lowercase."""
scalar UUID

"""Queries only. Use REST to make changes."""
type Query {
  """The events in a date range, day by day."""
  calendar(
    """The first day."""
    startDate: Date!
    """The last day, included; at most 400 days."""
    endDate: Date!
    """Only events with these tags."""
    tagFilter: TagFilterInput
    """The time zone in which days begin and end: UTC, +HH:MM or an IANA name."""
    timezone: String = "UTC"
    """Whose events."""
    scope: Scope = MINE
    """Whose public events SHARED and ALL include."""
    publicFrom: PublicFrom = ANYONE
    """The maximum number of events of each other person, earliest first."""
    mostPerOwner: Int
    """Whether to include the entries of your subscriptions."""
    includeSubscriptions: Boolean = false
  ): Calendar!
}

"""Whose events to include."""
enum Scope {
  """Your own."""
  MINE
  """Events that others share with you."""
  SHARED
  """Both."""
  ALL
}

"""Whose public events to include."""
enum PublicFrom {
  """Public events of everyone on this server."""
  ANYONE
  """Only public events of your friends."""
  FRIENDS
}

"""Which tags an event must have. If both are given, both apply."""
input TagFilterInput {
  """An event must have all of these tags."""
  tagIds: [UUID!]
  """An event must have a tag from at least one of these groups."""
  groupIds: [UUID!]
}

"""A range of days."""
type Calendar {
  """Every date in the range, even without events."""
  days: [Day!]!
  """False if events of others were left out because there are too many. Your own are never left out."""
  isComplete: Boolean!
}

"""One day in the zone of the query."""
type Day {
  """The date of the day."""
  date: Date!
  """The events that overlap the day, sorted by start. An event that lasts several days appears on each of them."""
  events: [Event!]!
}

"""A schedule, or one occurrence of a series."""
type Event {
  """The id of the schedule; for an occurrence, an id that is the same on every read."""
  id: UUID!
  """The title."""
  title: String!
${textFields}
  """When it begins."""
  startAt: DateTime!
  """When it ends."""
  endAt: DateTime!
  """Whether it is all-day: it has dates instead of times, which are the same in every zone."""
  allDay: Boolean!
  """Its first date, if it is all-day."""
  startDate: Date
  """The date after its last one, if it is all-day."""
  endDate: Date
  """When it was created."""
  createdAt: DateTime!
  """Whether it is an occurrence of a series."""
  isRecurring: Boolean!
  """The series of an occurrence."""
  parentId: UUID
  """The original start of an occurrence, which identifies it in changes and deletions."""
  instanceStart: DateTime
  """Its tags."""
  tags: [TagType!]!
  """The subscription that it comes from; null for a schedule."""
  subscriptionId: UUID
}

"""A tag of an event."""
type TagType {
  """The id of the tag."""
  id: UUID!
  """Its name."""
  name: String!
  """Its color, #RRGGBB."""
  color: String!
  """The description."""
  description: String
  """Its tag group."""
  groupId: UUID!
  """When it was created."""
  createdAt: DateTime!
  """When it was last changed."""
  updatedAt: DateTime!
}
`

/** The result of a query that selects every calendar field. */
export interface Calendar {
  days: { date: string; events: CalendarEvent[] }[]
  isComplete: boolean
}

export interface CalendarEvent extends EntryTexts {
  id: string
  title: string
  startAt: string
  endAt: string
  allDay: boolean
  startDate: string | null
  endDate: string | null
  createdAt: string
  isRecurring: boolean
  parentId: string | null
  instanceStart: string | null
  tags: CalendarTag[]
  subscriptionId: string | null
}

export interface CalendarTag {
  id: string
  name: string
  color: string
  description: string | null
  groupId: string
  createdAt: string
  updatedAt: string
}

export const GraphqlRequest = Type.Object(
  {
    query: Type.String(),
    variables: Clearable(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 })),
    operationName: Clearable(Type.String({ maxLength: 255 })),
  },
  { title: 'GraphqlRequest' },
)

export const GraphqlAnswer = Type.Object(
  {
    data: Type.Optional(Nullable(Type.Unsafe<Record<string, unknown>>({}))),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          message: Type.String(),
          locations: Type.Optional(Type.Array(Type.Object({ line: Type.Integer(), column: Type.Integer() }))),
          path: Type.Optional(Type.Array(Type.Unsafe<string | number>({}))),
        }),
        { description: 'Errors in the query. The status is still 200.' },
      ),
    ),
  },
  { title: 'GraphqlAnswer' },
)
export type GraphqlAnswer = Type.Static<typeof GraphqlAnswer>

export const calendarRoutes = routeGroup({
  query: {
    method: 'POST',
    path: '/graphql',
    reads: true,
    needs: { area: 'schedules', access: 'read' },
    summary: 'Query the calendar with GraphQL',
    description: `A query's depth, aliases and size are limited.\n\n\`\`\`graphql\n${calendarSdl}\`\`\``,
    body: GraphqlRequest,
    response: GraphqlAnswer,
  },
})
