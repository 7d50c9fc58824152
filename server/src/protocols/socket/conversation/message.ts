// Parses client messages from bytes to a validated command, or to the error that answers it.
import {
  ClientEnvelope,
  type ClientType,
  clientPayloads,
  type ErrorCode,
} from '@daymark/contract/sockets/timer-socket'
import { type Check, checker, summary } from '@daymark/contract/validation/validate'
import type Type from 'typebox'

export type Incoming = {
  [K in ClientType]: {
    type: K
    id: string | undefined
    payload: Type.StaticDecode<(typeof clientPayloads)[K]>
  }
}[ClientType]

export interface Refusal {
  code: ErrorCode
  message: string
  id: string | undefined
}

/** A known type with an invalid payload. The response has that type's error code. */
export interface BadPayload {
  type: ClientType
  id: string | undefined
  fault: string
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const checkEnvelope = checker(ClientEnvelope)
const checks = new Map<string, Check<Type.TSchema>>(
  Object.entries(clientPayloads).map(([type, schema]) => [type, checker(schema as Type.TSchema)]),
)

export function readMessage(data: Buffer, binary: boolean): Incoming | BadPayload | Refusal {
  if (binary) return invalid('Messages must be text, not binary.')
  const json = parse(data)
  if (!json) return invalid('The message is not valid JSON.')
  const envelope = checkEnvelope(json.value)
  if (!envelope.ok) return invalid(sentence(summary(envelope.errors)))
  const { type, id, payload } = envelope.value
  const check = checks.get(type)
  if (!check)
    return { code: 'UNKNOWN_TYPE', message: `There is no message of type "${shortened(type)}".`, id }
  const outcome = check(payload ?? {})
  return outcome.ok
    ? ({ type, id, payload: outcome.value } as Incoming)
    : { type: type as ClientType, id, fault: summary(outcome.errors) }
}

const invalid = (message: string): Refusal => ({ code: 'INVALID_MESSAGE', message, id: undefined })

const sentence = (text: string): string => text.replace(/^The request/, 'The message')

const shortened = (text: string): string => (text.length > 64 ? `${text.slice(0, 64).toWellFormed()}…` : text)

function parse(data: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(utf8.decode(data)) }
  } catch {
    return undefined
  }
}
