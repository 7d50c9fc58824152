// The calendar on the wire: the GraphQL schema, and the one REST route that carries it.
import Type from 'typebox'
import { routeGroup } from './route.ts'
import { Clearable, Nullable } from './words.ts'

export const calendarSdl = /* GraphQL */ `"""A date, YYYY-MM-DD."""
scalar Date

"""ISO 8601, written in the zone of the query."""
scalar DateTime

scalar UUID

type Query {
  """
  The days from startDate to endDate, both included, at most 400. Days begin and end at midnight of the
  time zone: UTC, +HH:MM or an IANA name.
  """
  calendar(
    startDate: Date!
    endDate: Date!
    tagFilter: TagFilterInput
    timezone: String = "UTC"
    scope: Scope = MINE
  ): Calendar!
}

"""Whose events: the own ones, those that others share, or both."""
enum Scope {
  MINE
  SHARED
  ALL
}

"""Given both, both must hold."""
input TagFilterInput {
  """An event must carry all of them."""
  tagIds: [UUID!]
  """An event must carry a tag of at least one of them."""
  groupIds: [UUID!]
}

type Calendar {
  """Every date of the range has its day."""
  days: [Day!]!
}

type Day {
  date: Date!
  """What overlaps the day, by start. What lasts several days is on each of them."""
  events: [Event!]!
}

"""A schedule, or one occurrence of a series."""
type Event {
  id: UUID!
  title: String!
  description: String
  startAt: DateTime!
  endAt: DateTime!
  createdAt: DateTime!
  isRecurring: Boolean!
  """The series of an occurrence."""
  parentId: UUID
  """The original start of an occurrence, by which it is changed and deleted."""
  instanceStart: DateTime
  tags: [TagType!]!
}

type TagType {
  id: UUID!
  name: String!
  color: String!
  description: String
  groupId: UUID!
  createdAt: DateTime!
  updatedAt: DateTime!
}
`

/** What a query for every field of a calendar gets; others get what they ask for. */
export interface Calendar {
  days: { date: string; events: CalendarEvent[] }[]
}

export interface CalendarEvent {
  id: string
  title: string
  description: string | null
  startAt: string
  endAt: string
  createdAt: string
  isRecurring: boolean
  parentId: string | null
  instanceStart: string | null
  tags: CalendarTag[]
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
    variables: Clearable(Type.Record(Type.String(), Type.Unknown())),
    operationName: Clearable(Type.String()),
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
        { description: 'What is wrong with the query; such an answer has the status 200 too.' },
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
    needs: { area: 'schedules', access: 'read' },
    summary: 'Query the calendar with GraphQL',
    description: `Depth, aliases and size of a query are limited.\n\n\`\`\`graphql\n${calendarSdl}\`\`\``,
    body: GraphqlRequest,
    example: {
      query:
        'query ($from: Date!, $to: Date!) { calendar(startDate: $from, endDate: $to) { days { date events { id title startAt } } } }',
      variables: { from: '2026-01-01', to: '2026-01-31' },
    },
    response: GraphqlAnswer,
  },
})
