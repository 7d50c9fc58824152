// The timer socket's messages: one union for each direction.
import Type from 'typebox'
import { At, Timer, TimerAction, TimerCreate } from '../timers/timer.ts'
import { isLongerThan } from '../validation/formats.ts'
import { Clearable, OneOf, Timestamp, Uuid, UuidIn } from '../words.ts'

export { BEARER_PROTOCOL, CLOSE, CLOSE_REASONS, MAX_FRAME_BYTES } from './socket-codes.ts'

// client to server

/**
 * An id that the client may choose for a message. A command with a known id does not run again and returns the first
 * outcome.
 */
export const MessageId = Type.Refine(
  Type.String({ 'x-minLength': 1, 'x-maxLength': 64, format: 'storable' }),
  text => typeof text !== 'string' || (text.length > 0 && !isLongerThan(text, 64)),
  () => 'must have 1 to 64 characters',
)

/** The last `seq` that the client has received. The server sends the missed changes before its reply. */
export const Since = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The last `seq` that you received. Missed changes are sent first.',
})

const OneTimer = Type.Object({ timer_id: UuidIn, at: At })

export const TimerSync = Type.Object({
  timer_id: Clearable(UuidIn),
  scope: Clearable(
    OneOf(['active', 'all'], { description: 'Which timers to send: `active` ones (the default) or `all`.' }),
  ),
  since: Clearable(Since),
})
export type TimerSync = Type.StaticDecode<typeof TimerSync>

/** The payload of each client message. An absent or null payload means `{}`. */
export const clientPayloads = {
  'timer.create': TimerCreate,
  'timer.pause': OneTimer,
  'timer.resume': OneTimer,
  'timer.stop': OneTimer,
  'timer.cancel': OneTimer,
  'timer.sync': TimerSync,
} as const
export type ClientType = keyof typeof clientPayloads

/** What all client messages have in common. */
export const ClientEnvelope = Type.Object({
  type: Type.String(),
  payload: Type.Optional(Type.Unknown()),
  id: Type.Optional(MessageId),
})
export type ClientEnvelope = Type.Static<typeof ClientEnvelope>

const fromClient = <K extends ClientType>(type: K) =>
  Type.Object({ type: Type.Literal(type), payload: clientPayloads[type], id: Type.Optional(MessageId) })

export const ClientMessage = Type.Union([
  fromClient('timer.create'),
  fromClient('timer.pause'),
  fromClient('timer.resume'),
  fromClient('timer.stop'),
  fromClient('timer.cancel'),
  fromClient('timer.sync'),
])
/** A client message before decoding, as the client sends it. */
export type ClientMessage = Type.Static<typeof ClientMessage>

// server to client

export const ERROR_CODES = [
  'CREATE_FAILED',
  'PAUSE_FAILED',
  'RESUME_FAILED',
  'STOP_FAILED',
  'CANCEL_FAILED',
  'SYNC_FAILED',
  'UNKNOWN_TYPE',
  'INVALID_MESSAGE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The server's error code if it refuses a client message, for example because the payload is invalid. */
export const failureCodes = {
  'timer.create': 'CREATE_FAILED',
  'timer.pause': 'PAUSE_FAILED',
  'timer.resume': 'RESUME_FAILED',
  'timer.stop': 'STOP_FAILED',
  'timer.cancel': 'CANCEL_FAILED',
  'timer.sync': 'SYNC_FAILED',
} as const satisfies Record<ClientType, ErrorCode>

export const Greeting = Type.String({ description: 'One English sentence that greets the client.' })

export const serverPayloads = {
  connected: Type.Object({ user_id: Type.String(), message: Greeting }),
  'timer.sync_result': Type.Object({
    timers: Type.Array(Timer),
    count: Type.Integer({ minimum: 0 }),
    resync: Type.Optional(
      Type.Boolean({ description: 'True if the log no longer reaches back to `since`: discard your copy.' }),
    ),
  }),
  'timer.created': Type.Object({ timer: Timer, action: Type.Literal('start') }),
  'timer.updated': Type.Object({
    timer: Timer,
    action: OneOf(['pause', 'resume', 'stop', 'cancel', 'sync']),
  }),
  'timer.deleted': Type.Object({ timer_id: Uuid }),
  'timer.friend_activity': Type.Object({
    friend_id: Type.String(),
    display_name: Type.String(),
    action: TimerAction,
    timer_id: Uuid,
    timer_title: Type.Optional(
      Type.String({ description: 'Present only if the timer has a title and you may see it.' }),
    ),
  }),
  error: Type.Object({
    code: OneOf(ERROR_CODES, { description: 'What failed, for programs.' }),
    message: Type.String({ description: 'One English sentence, safe to show.' }),
    retry_after: Type.Optional(Type.Integer({ description: 'With RATE_LIMIT_EXCEEDED: seconds to wait.' })),
  }),
} as const
export type ServerType = keyof typeof serverPayloads

const fromServer = <K extends ServerType>(type: K) =>
  Type.Object({
    type: Type.Literal(type),
    payload: serverPayloads[type],
    /** The person who made the change. */
    from_user: Type.Optional(Type.String()),
    /**
     * In the connection's time zone, or in UTC without a suffix if the connection has none. For a change, the
     * time when the server recorded it.
     */
    timestamp: Timestamp,
    /**
     * The change log position, in every change and reply. The server has already sent all earlier changes to your own
     * timers.
     */
    seq: Type.Optional(Since),
    /** The `id` of the client message that this one answers. */
    reply_to: Type.Optional(Type.String()),
  })

export const ServerMessage = Type.Union([
  fromServer('connected'),
  fromServer('timer.sync_result'),
  fromServer('timer.created'),
  fromServer('timer.updated'),
  fromServer('timer.deleted'),
  fromServer('timer.friend_activity'),
  fromServer('error'),
])
export type ServerMessage = Type.Static<typeof ServerMessage>
export type ServerMessageOf<K extends ServerType> = Extract<ServerMessage, { type: K }>
