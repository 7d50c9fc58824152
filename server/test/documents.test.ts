// Everything in the AsyncAPI document and the GraphQL schema must have a description, and examples must be valid.
import assert from 'node:assert/strict'
import { it, test } from 'node:test'
import { asyncApiDocument } from '@daymark/contract/documents/asyncapi'
import { calendarSdl } from '@daymark/contract/planning/calendar'
import {
  ClientMessage,
  clientPayloads,
  ServerMessage,
  serverPayloads,
} from '@daymark/contract/sockets/timer-socket'
import { checker } from '@daymark/contract/validation/validate'
import { buildSchema, type GraphQLNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql'

interface Message {
  summary?: string
  description?: string
  examples?: { payload: { type?: string } }[]
  payload: { properties: { payload: { properties?: Record<string, { description?: string }> } } }
}

interface Document {
  channels: { timers: { messages: Record<string, Message> } }
  components: { schemas: { Timer: { properties: { created_at: { format?: string; pattern?: string } } } } }
}

const { channels, components } = asyncApiDocument('0') as unknown as Document
const { messages } = channels.timers
const directions = [
  [clientPayloads, checker(ClientMessage)],
  [serverPayloads, checker(ServerMessage)],
] as const

for (const [payloads, check] of directions) {
  for (const type of Object.keys(payloads)) {
    it(`the message ${type} is described, with a valid example`, () => {
      const message = messages[type]
      assert.ok(message?.summary && message.description)
      const [example] = message.examples ?? []
      assert.equal(example?.payload.type, type)
      const outcome = check(example?.payload)
      assert.ok(outcome.ok, JSON.stringify(outcome))
    })
  }
}

it('datetimes may be without an offset, as on a connection without a time zone', () => {
  const { pattern, format } = components.schemas.Timer.properties.created_at
  assert.equal(format, undefined)
  for (const text of ['2026-01-12T08:00:54', '2026-01-12T08:00:54.120Z', '2026-01-12T17:00:54+09:00'])
    assert.match(text, new RegExp(pattern ?? 'none'))
})

it('fields of messages have descriptions of their own, where other schemas use the name differently', () => {
  const descriptionOf = (type: string, field: string) =>
    messages[type]?.payload.properties.payload.properties?.[field]?.description ?? ''
  assert.match(descriptionOf('error', 'code'), /failed/)
  assert.match(descriptionOf('connected', 'message'), /greets/)
  assert.match(descriptionOf('timer.sync', 'scope'), /`active`/)
  assert.match(descriptionOf('timer.sync', 'since'), /`seq`/)
  assert.match(descriptionOf('timer.updated', 'timer'), /^The timer/)
})

type Part = [name: string, words: string | null | undefined]

function partsOf(type: GraphQLNamedType): Part[] {
  const own: Part = [type.name, type.description]
  if (isEnumType(type)) return [own, ...type.getValues().map((each): Part => [each.name, each.description])]
  if (isInputObjectType(type))
    return [own, ...Object.values(type.getFields()).map((each): Part => [each.name, each.description])]
  if (!isObjectType(type)) return [own]
  const fields = Object.values(type.getFields())
  return [
    own,
    ...fields.map((each): Part => [`${type.name}.${each.name}`, each.description]),
    ...fields.flatMap(({ args }) => args.map((each): Part => [each.name, each.description])),
  ]
}

test('every type, field, argument and value of the GraphQL schema is described', () => {
  const own = Object.values(buildSchema(calendarSdl).getTypeMap()).filter(
    type => !type.name.startsWith('__') && !['String', 'Boolean'].includes(type.name),
  )
  const parts = own.flatMap(partsOf)
  assert.ok(parts.length > 40, `${parts.length} parts`)
  assert.deepEqual(
    parts.filter(([, words]) => !words).map(([name]) => name),
    [],
  )
})
