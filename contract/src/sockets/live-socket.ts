// The live socket `/v1/ws` sends the changes to a person's data and also accepts the timer socket's commands.
import Type from 'typebox'
import { ChangePayload, Seq } from '../changes.ts'
import { CHANGE_KINDS } from '../constants.ts'
import { OneOf, Timestamp, Uuid } from '../words.ts'
import { SETTINGS_KINDS } from './settings-kinds.ts'
import { Greeting, serverPayloads } from './timer-socket.ts'

export type { SettingsKind } from './settings-kinds.ts'
export { type ClientType, clientPayloads } from './timer-socket.ts'

export const livePayloads = {
  connected: Type.Object({
    user_id: Type.String(),
    server_time: Timestamp,
    message: Type.Optional(Greeting),
  }),
  synced: Type.Object({
    seq: Seq,
    since: Type.Optional(
      Type.Integer({
        ...Seq,
        description: 'The `since` that this message answers; absent if there was none.',
      }),
    ),
    resync: Type.Optional(
      Type.Boolean({
        description: 'True if the log no longer reaches back to `since`: read all data again.',
      }),
    ),
  }),
  change: ChangePayload,
  'shared.changed': Type.Object({
    owner_id: Type.String(),
    kind: OneOf(CHANGE_KINDS),
    id: Type.String(),
  }),
  'settings.changed': Type.Object({
    kind: OneOf(SETTINGS_KINDS, { description: 'The list to read again.' }),
  }),
  'timer.sync_result': serverPayloads['timer.sync_result'],
  'timer.updated': serverPayloads['timer.updated'],
  'timer.friend_activity': serverPayloads['timer.friend_activity'],
  error: serverPayloads.error,
} as const
export type LiveType = keyof typeof livePayloads

const fromServer = <K extends LiveType>(type: K) =>
  Type.Object({
    type: Type.Literal(type),
    payload: livePayloads[type],
    from_user: Type.Optional(Type.String({ description: 'The person who acted.' })),
    timestamp: Timestamp,
    seq: Type.Optional(Seq),
    batch_id: Type.Optional(Uuid),
    batch_end: Type.Optional(
      Type.Boolean({
        description: 'True on the last change of a batch. Apply all changes of a batch together.',
      }),
    ),
    reply_to: Type.Optional(
      Type.String({
        description: 'The `Idempotency-Key` or the message id of the request that caused this change.',
      }),
    ),
  })

export const LiveMessage = Type.Union([
  fromServer('connected'),
  fromServer('synced'),
  fromServer('change'),
  fromServer('shared.changed'),
  fromServer('settings.changed'),
  fromServer('timer.sync_result'),
  fromServer('timer.updated'),
  fromServer('timer.friend_activity'),
  fromServer('error'),
])
export type LiveMessage = Type.Static<typeof LiveMessage>
export type LiveMessageOf<K extends LiveType> = Extract<LiveMessage, { type: K }>
