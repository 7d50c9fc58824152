import { type CalendarEvent, calendarSdl, type GraphqlAnswer } from '@daymark/contract/planning/calendar'
import { parseDate } from '@daymark/contract/validation/instant'
import {
  buildSchema,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type ValueNode,
} from 'graphql'
import type { CalendarBatch, CalendarRequest } from '../../features/calendar/batch.ts'
import { fieldOf, type LazyEvent } from '../../features/calendar/present.ts'
import { Problem } from '../../platform/kernel/errors.ts'
import { type Executed, type GraphqlCall, graphqlExecutor } from './executor.ts'

interface CalendarArguments {
  startDate: string
  endDate: string
  timezone?: string | null
  scope?: 'MINE' | 'SHARED' | 'ALL' | null
  publicFrom?: 'ANYONE' | 'FRIENDS' | null
  mostPerOwner?: number | null
  includeSubscriptions?: boolean | null
  tagFilter?: { tagIds?: string[] | null; groupIds?: string[] | null } | null
}

/** Enough for every field in the schema and for the introspection queries of common tools. */
const LIMITS = {
  characters: 20_000,
  tokens: 2_000,
  depth: 16,
  fields: 400,
  aliases: 30,
  /** Enough for ten calendars, each with the maximum number of ids in its filter. */
  variables: { depth: 5, values: 2_500, characters: 100_000 },
  /** The maximum number of characters in a response. */
  answer: 33_554_432,
}
const MAX_IDS = 100
const MAX_PER_OWNER = 10_000

export function calendarQueries(options: { introspection: boolean }) {
  const execute = graphqlExecutor(calendarSchema(), { limits: LIMITS, ...options })
  return async (call: GraphqlCall, batch: CalendarBatch): Promise<string> =>
    toAnswer(await execute(call, batch))
}

function calendarSchema(): GraphQLSchema {
  const schema = buildSchema(calendarSdl)
  defineScalar(
    schema,
    'Date',
    text => (parseDate(text) === undefined ? undefined : text),
    'a date (YYYY-MM-DD) of the years 1900 to 2200',
  )
  defineScalar(schema, 'UUID', text => (UUID.test(text) ? text.toLowerCase() : undefined), 'a UUID')
  const field = schema.getQueryType()?.getFields()['calendar']
  if (!field) throw new Error('The schema has no calendar.')
  field.resolve = (_source, given: CalendarArguments, batch: CalendarBatch) => batch(toRequest(given))
  const event = schema.getType('Event')
  if (!isObjectType(event)) throw new Error('The schema has no events.')
  for (const each of Object.values(event.getFields())) {
    const name = each.name as keyof CalendarEvent
    each.resolve = (event: LazyEvent) => fieldOf(event, name)
  }
  return schema
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Sets how a scalar parses values from variables and from the query text. */
function defineScalar(
  schema: GraphQLSchema,
  name: string,
  read: (text: string) => string | undefined,
  what: string,
) {
  const type = schema.getType(name)
  if (!(type instanceof GraphQLScalarType)) throw new Error(`The schema has no scalar ${name}.`)
  const parse = (value: unknown): string => {
    const text = typeof value === 'string' ? read(value) : undefined
    if (text === undefined) throw new GraphQLError(`${name} must be ${what}.`)
    return text
  }
  type.parseValue = parse
  type.parseLiteral = (node: ValueNode) => parse(node.kind === Kind.STRING ? node.value : undefined)
}

function toRequest(given: CalendarArguments): CalendarRequest {
  const { startDate, endDate, timezone, scope, publicFrom, tagFilter } = given
  return {
    start_date: startDate,
    end_date: endDate,
    timezone: timezone ?? 'UTC',
    scope: SCOPES[scope ?? 'MINE'],
    public_from: publicFrom === 'FRIENDS' ? 'friends' : 'anyone',
    most_per_owner: mostPerOwner(given.mostPerOwner ?? undefined),
    tag_ids: idSet(tagFilter?.tagIds),
    group_ids: idSet(tagFilter?.groupIds),
    include_subscriptions: given.includeSubscriptions ?? false,
  }
}

const SCOPES = { MINE: 'mine', SHARED: 'shared', ALL: 'all' } as const

function mostPerOwner(most: number | undefined): number | undefined {
  if (most !== undefined && (most < 1 || most > MAX_PER_OWNER))
    throw new GraphQLError(`mostPerOwner must be from 1 to ${MAX_PER_OWNER}.`)
  return most
}

function idSet(ids: readonly string[] | null | undefined): string[] {
  const set = [...new Set(ids ?? [])]
  if (set.length > MAX_IDS) throw new GraphQLError(`A filter must not have more than ${MAX_IDS} ids.`)
  return set
}

/** Serializes the result with its query errors. Throws server failures, which become HTTP errors as in REST. */
function toAnswer({ data, errors }: Executed): string {
  const failure = errors?.find(error => error.originalError && !isQueryFault(error.originalError))
  if (failure?.originalError) throw failure.originalError
  const faults: GraphqlAnswer['errors'] = errors?.map(({ message, locations, path }) => ({
    message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(path && { path: [...path] }),
  }))
  const inErrors = faults ? [`${data ? ',' : ''}"errors":${JSON.stringify(faults)}`] : []
  return ['{', ...(data ? ['"data":', ...data] : []), ...inErrors, '}'].join('')
}

const isQueryFault = (error: Error): boolean =>
  error instanceof Problem ? error.kind !== 'unavailable' : error instanceof GraphQLError
