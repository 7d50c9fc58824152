// Derives the AsyncAPI 3 document of the timer socket from its message unions.
import { type Json, publish } from './openapi-schemas.ts'
import { recordedMessage } from './recorded.ts'
import {
  BEARER_PROTOCOL,
  CLOSE,
  type ClientType,
  clientPayloads,
  type ServerType,
  serverPayloads,
} from './timer-socket.ts'

interface Words {
  summary: string
  description: string
}

const CLIENT_WORDS: Record<ClientType, Words> = {
  'timer.create': {
    summary: 'Start a timer',
    description:
      'Answered by timer.created on every device of the person, or by an error CREATE_FAILED. Several timers may run at once. A linked todo or schedule must be the own one.',
  },
  'timer.pause': {
    summary: 'Pause a running timer',
    description: 'Answered by timer.updated with action `pause`, or by an error PAUSE_FAILED.',
  },
  'timer.resume': {
    summary: 'Resume a paused timer',
    description: 'Answered by timer.updated with action `resume`, or by an error RESUME_FAILED.',
  },
  'timer.stop': {
    summary: 'Complete a running or paused timer',
    description: 'Answered by timer.updated with action `stop`, or by an error STOP_FAILED.',
  },
  'timer.cancel': {
    summary: 'Cancel a running or paused timer',
    description: 'Answered by timer.updated with action `cancel`, or by an error CANCEL_FAILED.',
  },
  'timer.sync': {
    summary: 'Ask for the state of one timer, or of all active ones',
    description:
      'With `timer_id` answered by timer.updated with action `sync`, else by timer.sync_result. With `since`, what was missed after that `seq` comes first, in order. Fails with SYNC_FAILED.',
  },
}

const SERVER_WORDS: Record<ServerType, Words> = {
  connected: {
    summary: 'The first message of a connection',
    description: 'Its `timestamp` is the clock of the server. timer.sync_result follows at once, unasked.',
  },
  'timer.sync_result': {
    summary: 'The active timers',
    description:
      'Sent after `connected`, and as the answer to timer.sync. Its `seq` is the last change that is in it; `resync` says that `since` could not be served.',
  },
  'timer.created': {
    summary: 'A timer was started',
    description: 'To every connection of its owner, the one that asked included, each exactly once.',
  },
  'timer.updated': {
    summary: 'A timer was paused, resumed, stopped, cancelled or changed',
    description:
      'To every connection of its owner. With action `sync`: its title, tags, links or sharing were changed over REST, or somebody asked for its state by timer.sync; that answer goes to the asking connection only.',
  },
  'timer.deleted': {
    summary: 'A timer was deleted',
    description: 'To every connection of its owner.',
  },
  'timer.friend_activity': {
    summary: 'A friend did something with a timer',
    description:
      'To every connection of every friend. The title only for those who may see the timer; rights are checked at the moment of sending.',
  },
  error: {
    summary: 'A message of the client failed',
    description: 'Only to the connection that asked. The connection stays open.',
  },
}

const envelope = (type: string, payload: object, more: Json, schemas: Json): Json => ({
  type: 'object',
  required: ['type', 'payload'],
  properties: { type: { const: type }, payload: publish(payload, schemas), ...more },
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
  const add = (payloads: Record<string, object>, words: Record<string, Words>, more: Json) => {
    for (const [type, payload] of Object.entries(payloads)) {
      messages[type] = {
        name: type,
        ...words[type],
        payload: envelope(type, payload, more, schemas),
        examples: [{ name: type, summary: words[type]?.summary, payload: recordedMessage(type) }],
      }
    }
  }
  add(clientPayloads, CLIENT_WORDS, fromClient)
  add(serverPayloads, SERVER_WORDS, fromServer)
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
        title: 'The timer socket',
        description:
          'First `connected`, then `timer.sync_result`; from then on every change of one’s own timers, in order, and the activity of friends. A frame has at most 64 KiB.',
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
        description:
          'Messages of one connection run in order. With an `id` a message may be sent again without being done twice.',
        messages: refs(Object.keys(clientPayloads)),
      },
      receiveNews: {
        action: 'receive',
        channel: { $ref: '#/channels/timers' },
        summary: 'What a client receives',
        description: 'Datetimes are in the zone of the connection; without one UTC with no suffix.',
        messages: refs(Object.keys(serverPayloads)),
      },
    },
    components: { schemas },
  }
}
