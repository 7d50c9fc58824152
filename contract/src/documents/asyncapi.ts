// Generates the AsyncAPI 3 document for both sockets from their message schemas.
import { livePayloads } from '../sockets/live-socket.ts'
import {
  BEARER_PROTOCOL,
  CLOSE,
  type ClientType,
  clientPayloads,
  type ServerType,
  serverPayloads,
} from '../sockets/timer-socket.ts'
import { LIVE_WORDS, type MessageWords } from './live-words.ts'
import { type Json, publish } from './openapi-schemas.ts'
import { recordedMessage } from './recorded.ts'

const CLIENT_WORDS: Record<ClientType, MessageWords> = {
  'timer.create': {
    summary: 'Start a timer',
    description:
      'Every device of the person receives timer.created; on failure the sender receives the error CREATE_FAILED. Several timers may run at once. A linked todo or schedule must be your own.',
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
    summary: 'Request the state of one timer, or of all active ones',
    description:
      'With `timer_id`, the reply is timer.updated with action `sync`; without it, timer.sync_result. With `since`, the changes after that `seq` are sent first, in order. Fails with SYNC_FAILED.',
  },
}

const SERVER_WORDS: Record<ServerType, MessageWords> = {
  connected: {
    summary: 'The first message of a connection',
    description: "Its `timestamp` is the server's clock. timer.sync_result follows automatically.",
  },
  'timer.sync_result': {
    summary: 'The active timers',
    description:
      'Sent after `connected`, and in reply to timer.sync. Its `seq` is the last change that it includes. `resync` means that the log no longer reaches back to `since`.',
  },
  'timer.created': {
    summary: 'A timer was started',
    description: 'Sent exactly once to every connection of its owner, including the sender.',
  },
  'timer.updated': {
    summary: 'A timer was paused, resumed, stopped, canceled or changed',
    description:
      'Sent to every connection of its owner. Action `sync` means that its title, tags, links or sharing were changed over REST. The reply to timer.sync has the same action, but is sent to the requesting connection only.',
  },
  'timer.deleted': {
    summary: 'A timer was deleted',
    description: 'Sent to every connection of its owner.',
  },
  'timer.friend_activity': {
    summary: 'A friend started, paused, resumed, stopped or canceled a timer',
    description:
      'Sent to every connection of every friend. The title is included only for friends who may see the timer; access is checked at the moment of sending.',
  },
  error: {
    summary: 'A client message failed',
    description: 'Sent to the requesting connection only. The connection stays open.',
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
    description:
      'A message that is sent again within 30 days does not run twice; the server returns the first outcome.',
  },
}
const fromServer: Json = {
  from_user: { type: 'string', description: 'The person who acted.' },
  timestamp: {
    type: 'string',
    description:
      "In the connection's time zone; without one, UTC without a suffix. For a change, the time when the server recorded it.",
  },
  seq: {
    type: 'integer',
    description:
      'The position in the change log. Send the last one as `since`. Every reply carries it, also an error: what the message did, or found, is complete at this position.',
  },
  reply_to: { type: 'string', description: 'The `id` of the message that this answers.' },
}

const query: Json = {
  timezone: { type: 'string', description: 'UTC, +HH:MM or an IANA name.' },
  since: { type: 'integer', description: 'The last `seq` that you received. Missed changes are sent first.' },
}

const fromLive: Json = {
  batch_id: { type: 'string', description: 'Shared by all changes of one request.' },
  batch_end: { type: 'boolean', description: 'True on the last change of a batch.' },
}

/** Combines the client messages, which are those of the timer socket, with the server messages of the live socket. */
function liveMessages(timers: Json, schemas: Json): Json {
  const messages: Json = Object.fromEntries(
    Object.keys(clientPayloads).map(type => [type, timers[type]]),
  ) as Json
  for (const [type, payload] of Object.entries<object>(livePayloads)) {
    const words = LIVE_WORDS[type] ?? SERVER_WORDS[type as ServerType]
    messages[type] = {
      name: type,
      ...words,
      payload: envelope(type, payload, { ...fromServer, ...fromLive }, schemas),
      examples: [
        {
          name: type,
          summary: words?.summary,
          payload: recordedMessage(`live ${type}`) ?? recordedMessage(type),
        },
      ],
    }
  }
  return messages
}

export function asyncApiDocument(version: string): Json {
  const schemas: Json = {}
  const messages: Json = {}
  const add = (payloads: Record<string, object>, words: Record<string, MessageWords>, more: Json) => {
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
  const live = liveMessages(messages, schemas)
  const refs = (types: string[], channel = 'timers') =>
    types.map(type => ({ $ref: `#/channels/${channel}/messages/${type}` }))
  return withOptionalOffsets({
    asyncapi: '3.0.0',
    info: {
      title: 'Daymark sockets',
      version,
      license: { name: 'MIT' },
      description: `The token is sent as the single subprotocol \`${BEARER_PROTOCOL}<JWT>\`, which the server echoes. Close codes: ${Object.entries(
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
          "The server sends `connected`, then `timer.sync_result`, then every change to your own timers, in order, and friends' activity. A frame has at most 64 KiB.",
        bindings: {
          ws: {
            query: { type: 'object', properties: query },
          },
        },
        messages,
      },
      live: {
        address: '/v1/ws',
        title: 'The live socket',
        description:
          'The server sends `connected`, then the changes after `since`, then `synced`, then every change to your own data, in order and exactly once. It accepts the same messages as the timer socket, with the same limits, heartbeat and close codes.',
        bindings: { ws: { query: { type: 'object', properties: query } } },
        messages: live,
      },
    },
    operations: {
      sendLiveCommand: {
        action: 'send',
        channel: { $ref: '#/channels/live' },
        summary: 'Messages that a client may send on the live socket',
        description: "The timer socket's commands; the reply is a `change` with `reply_to`.",
        messages: refs(Object.keys(clientPayloads), 'live'),
      },
      receiveChanges: {
        action: 'receive',
        channel: { $ref: '#/channels/live' },
        summary: 'Messages that a client receives on the live socket',
        description: 'Apply the changes of one `batch_id` together, when the one with `batch_end` arrives.',
        messages: refs(Object.keys(livePayloads), 'live'),
      },
      sendCommand: {
        action: 'send',
        channel: { $ref: '#/channels/timers' },
        summary: 'Messages that a client may send on the timer socket',
        description:
          'Messages from one connection run in order. A message with an `id` may be sent again without running twice. For a command that is sent late, set `at` to the time when the person acted.',
        messages: refs(Object.keys(clientPayloads)),
      },
      receiveNews: {
        action: 'receive',
        channel: { $ref: '#/channels/timers' },
        summary: 'Messages that a client receives on the timer socket',
        description: "Datetimes are in the connection's time zone; without one, UTC without a suffix.",
        messages: refs(Object.keys(serverPayloads)),
      },
    },
    components: { schemas },
  })
}

/** Replaces the `date-time` format, which requires an offset, because a socket without a time zone omits offsets. */
const DATETIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?$'

function withOptionalOffsets<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withOptionalOffsets) as T
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, each]) =>
      key === 'format' && each === 'date-time' ? ['pattern', DATETIME] : [key, withOptionalOffsets(each)],
    ),
  ) as T
}
