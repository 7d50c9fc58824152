// Labels use only known values. Anything else that a client sends counts as `other`.
import { CLOSE, clientPayloads, serverPayloads } from '@daymark/contract/sockets/timer-socket'
import type { Registry } from 'prom-client'
import type { SocketWatch } from '../../../platform/observability/socket-watch.ts'

/** Standard codes: normal closure, going away, no code, aborted, protocol error, unsupported data, invalid data. */
const COMMON_CODES = [1000, 1001, 1005, 1006, 1002, 1003, 1007]
const CODES = new Set<number>([...COMMON_CODES, ...Object.values(CLOSE)])
const RECEIVED = new Set(Object.keys(clientPayloads))
const SENT = new Set(Object.keys(serverPayloads))
/** Every message begins with its type. */
const TYPE = /^\{"type":"([a-z_.]+)"/
const LONGEST_TYPE = 48

export function socketMetrics(
  { Counter }: typeof import('prom-client'),
  register: Registry,
): Omit<SocketWatch, 'tokenRefused'> {
  const counter = <L extends string>(name: string, help: string, label: L) => {
    const made = new Counter({ name, help, labelNames: [label], registers: [register] })
    return (value: string) => made.inc({ [label]: value } as Record<L, string>)
  }
  const handshake = counter(
    'daymark_socket_handshakes_total',
    'Handshakes, by outcome: welcomed, the HTTP status of a refusal, or the close code of a rejected socket.',
    'outcome',
  )
  const close = counter('daymark_socket_closes_total', 'Closed sockets, by close code.', 'code')
  const receive = counter('daymark_socket_messages_received_total', 'Messages from clients, by type.', 'type')
  const send = counter('daymark_socket_messages_sent_total', 'Messages to clients, by type.', 'type')
  const fail = counter('daymark_socket_errors_total', 'Messages answered with an error, by its code.', 'code')
  return {
    answered: outcome => handshake(String(outcome)),
    closed: code => close(CODES.has(code) ? String(code) : 'other'),
    received: type => receive(known(RECEIVED, type)),
    failed: code => fail(code),
    sent(data) {
      const start =
        typeof data === 'string' ? data.slice(0, LONGEST_TYPE) : data.toString('latin1', 0, LONGEST_TYPE)
      send(known(SENT, TYPE.exec(start)?.[1] ?? ''))
    },
  }
}

const known = (words: ReadonlySet<string>, word: string): string => (words.has(word) ? word : 'other')
