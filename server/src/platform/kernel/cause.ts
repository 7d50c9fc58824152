// The change log stores who made each change, and how.
import { AsyncLocalStorage } from 'node:async_hooks'
import { newId } from './ids.ts'

export const VIAS = ['web', 'api', 'socket', 'caldav', 'mcp', 'import', 'undo', 'system'] as const
export type Via = (typeof VIAS)[number]

export interface Position {
  /** The number of the last committed entry of this request in the actor's log. Undefined if there is none. */
  seq: number | undefined
}

export interface Cause {
  /** Shared by all changes of one request. */
  readonly batch_id: string
  /** Null if the system or a guest makes the change. */
  readonly actor_id: string | null
  /** True if somebody without an account makes the change. */
  readonly is_guest: boolean
  readonly via: Via
  /** The name of the personal access token, device password or connected app that made the change, if any. */
  readonly token_name: string | null
  /** The `Idempotency-Key`, or the id of the socket message. */
  readonly reply_to: string | null
  /** The batch that this request undoes. */
  readonly undoes: string | null
  /** The new version of each written resource, by id. The change log fills it. */
  readonly versions: Map<string, number>
  /** Where the request has got to in the actor's log. All causes of one request share it. */
  readonly position: Position
  /** Maps each new part of a split series to the part before it. */
  readonly splits: Map<string, string>
}

const current = new AsyncLocalStorage<Cause>()

export const newCause = (parts: Partial<Cause> = {}): Cause => ({
  batch_id: newId(),
  actor_id: null,
  is_guest: false,
  via: 'system',
  token_name: null,
  reply_to: null,
  undoes: null,
  versions: new Map(),
  position: { seq: undefined },
  splits: new Map(),
  ...parts,
})

export const withCause = <T>(cause: Cause, work: () => T): T => current.run(cause, work)

/** Commands and jobs count as the system unless they set a cause. */
export const currentCause = (): Cause => current.getStore() ?? newCause()
