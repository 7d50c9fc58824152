// Creates the outbox entry for a write: copies the input and generates the key and, for a new item, the id.
import { apiErrorOf } from '../errors.ts'
import { newId } from '../random-id.ts'
import { CommandFailed } from '../timers/command-outbox.ts'
import { type Effect, type EntryError, effectOf, type OutboxEntry } from './entry.ts'

export interface WriteInput {
  readonly params: object
  readonly query: object
  readonly body: unknown
}

type Place = Pick<OutboxEntry, 'account' | 'order' | 'created_at' | 'server_at'>

export function newEntry(operation: string, input: WriteInput, place: Place): OutboxEntry {
  const effect = effectOf(operation)
  const params = asSent(input.params) as Record<string, unknown>
  const isAdding = effect?.action === 'create' || effect?.adds === true
  const body = asSent(isAdding ? { id: newId(), ...withoutNullId(input.body) } : input.body)
  return {
    ...place,
    key: newId(),
    operation,
    params,
    query: asSent(input.query) as Record<string, unknown>,
    body,
    kind: effect?.kind ?? null,
    id: effect ? subjectOf(effect, place, body, params) : null,
    state: 'waiting',
    attempts: 0,
    error: null,
  }
}

/** Copies the input, so that the caller may change the object afterwards. */
export const asSent = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

/** Removes an `id` of null, which means that the caller has not chosen one. */
function withoutNullId(body: unknown): object {
  const { id, ...fields } = body as { id?: unknown }
  return id === null || id === undefined ? fields : { id, ...fields }
}

function subjectOf(
  { param, isOwn }: Effect,
  { account }: Place,
  body: unknown,
  params: object,
): string | null {
  return isOwn ? account : idOf(param === undefined ? body : params, param)
}

function idOf(source: unknown, name?: string): string | null {
  const fields = (source ?? {}) as Record<string, unknown>
  const id = name === undefined ? (fields['id'] ?? fields['timer_id']) : fields[name]
  return typeof id === 'string' ? id : null
}

/** Returns the error with which `Write.done` rejects. */
export function asError({ status, code, detail, errors }: EntryError): Error {
  if (code !== undefined) return new CommandFailed(code as CommandFailed['code'], detail)
  return status === 0 ? new Error(detail) : apiErrorOf(status, { detail, errors: [...errors] })
}
