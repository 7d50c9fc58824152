// Derives the AsyncAPI 3 document of the timer socket from its message unions.
import { plainSchema } from './openapi.ts'
import {
  BEARER_PROTOCOL,
  CLOSE,
  type ClientType,
  clientPayloads,
  type ServerType,
  serverPayloads,
} from './timer-socket.ts'

type Json = Record<string, unknown>

const CLIENT_SUMMARIES: Record<ClientType, string> = {
  'timer.create': 'Start a timer. Answered by timer.created.',
  'timer.pause': 'Pause a running timer. Answered by timer.updated, action pause.',
  'timer.resume': 'Resume a paused timer. Answered by timer.updated, action resume.',
  'timer.stop': 'Complete a running or paused timer. Answered by timer.updated, action stop.',
  'timer.cancel': 'Cancel a running or paused timer. Answered by timer.updated, action cancel.',
  'timer.sync':
    'Ask for the state: of one timer, or of all active ones. With `since`, what was missed comes first.',
}

const SERVER_SUMMARIES: Record<ServerType, string> = {
  connected: 'The first message of a connection.',
  'timer.sync_result':
    'The active timers; sent unasked right after `connected`, and as the answer to timer.sync.',
  'timer.created': 'A timer was started, on any device of the person.',
  'timer.updated': 'A timer was paused, resumed, stopped, cancelled or changed.',
  'timer.deleted': 'A timer was deleted.',
  'timer.friend_activity': 'A friend did something with a timer. The title only for those who may see it.',
  error: 'A message of the client failed. The connection stays open.',
}

const envelope = (type: string, payload: object, more: Json, schemas: Json): Json => ({
  type: 'object',
  required: ['type', 'payload'],
  properties: { type: { const: type }, payload: plainSchema(payload, schemas), ...more },
})

const fromClient: Json = {
  id: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: 'Sent again within 24 h, it does nothing again.',
  },
}
const fromServer: Json = {
  from_user: { type: 'string', description: 'Who acted.' },
  timestamp: {
    type: 'string',
    description: 'In the zone of the connection; without one UTC with no suffix.',
  },
  seq: { type: 'integer', description: 'Counts the changes of own timers; give the last one as `since`.' },
  reply_to: { type: 'string', description: 'The `id` of the message that this answers.' },
}

export function asyncApiDocument(version: string): Json {
  const schemas: Json = {}
  const messages: Json = {}
  const add = (payloads: Record<string, object>, summaries: Record<string, string>, more: Json) => {
    for (const [type, payload] of Object.entries(payloads)) {
      messages[type] = {
        name: type,
        summary: summaries[type],
        payload: envelope(type, payload, more, schemas),
      }
    }
  }
  add(clientPayloads, CLIENT_SUMMARIES, fromClient)
  add(serverPayloads, SERVER_SUMMARIES, fromServer)
  const refs = (types: string[]) => types.map(type => ({ $ref: `#/channels/timers/messages/${type}` }))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Daymark timers',
      version,
      license: { name: 'MIT' },
      description: `The token travels as the single subprotocol \`${BEARER_PROTOCOL}<JWT>\`, which the server echoes. Close codes: ${Object.entries(
        CLOSE,
      )
        .map(([name, code]) => `${code} ${name.replaceAll('_', ' ')}`)
        .join(', ')}.`,
    },
    channels: {
      timers: {
        address: '/v1/ws/timers',
        bindings: {
          ws: {
            query: {
              type: 'object',
              properties: {
                timezone: { type: 'string', description: 'UTC, +HH:MM or an IANA name.' },
                since: {
                  type: 'integer',
                  description: 'The last `seq` seen: what was missed is sent first.',
                },
              },
            },
          },
        },
        messages,
      },
    },
    operations: {
      sendCommand: {
        action: 'send',
        channel: { $ref: '#/channels/timers' },
        summary: 'What a client may send',
        messages: refs(Object.keys(clientPayloads)),
      },
      receiveNews: {
        action: 'receive',
        channel: { $ref: '#/channels/timers' },
        summary: 'What a client receives',
        messages: refs(Object.keys(serverPayloads)),
      },
    },
    components: { schemas },
  }
}
