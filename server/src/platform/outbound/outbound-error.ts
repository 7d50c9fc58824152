// Failures of requests to other servers. Each message can be shown to the person.

export type OutboundFailure =
  /** Not a URL, too long, or a URL with an unsupported scheme or with credentials. */
  | 'invalid'
  /** The policy forbids the address or the port. */
  | 'forbidden'
  /** Too many requests of this person or to this host are in flight. Nothing was sent. */
  | 'busy'
  | 'unresolved'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  /** The response is compressed, malformed or no HTTP response at all. */
  | 'unreadable'
  | 'aborted'

export class OutboundError extends Error {
  readonly kind: OutboundFailure

  constructor(kind: OutboundFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'OutboundError'
    this.kind = kind
  }
}

export const invalidUrl = (message: string) => new OutboundError('invalid', message)

export const forbiddenAddress = (host: string) =>
  new OutboundError(
    'forbidden',
    `${host} is not on the public Internet. The operator can allow its network with OUTBOUND_ALLOWED_NETWORKS.`,
  )

export const forbiddenPort = (host: string, port: number) =>
  new OutboundError(
    'forbidden',
    `Port ${port} of ${host} is not allowed. The operator can allow it with OUTBOUND_ALLOWED_PORTS.`,
  )

export const ownAddress = (host: string) =>
  new OutboundError('forbidden', `${host} is the address of this server itself, which no setting allows.`)

export const tooLarge = (maxBytes: number) =>
  new OutboundError('too_large', `The response is larger than ${maxBytes} bytes.`)

export const late = (host: string) => new OutboundError('timeout', `${host} did not answer in time.`)

export const unresolved = (host: string, cause?: unknown) =>
  new OutboundError('unresolved', `The host ${host} was not found.`, cause)

/** Accepts errors from sockets, TLS and the HTTP parser. */
export function asOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error
  const code = codeOf(error)
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return unresolved(host, error)
  // An https request reached a plain http server.
  if (error instanceof Error && /wrong version number/.test(error.message))
    return new OutboundError('unreachable', `${host} does not offer https at this port.`, error)
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|^ERR_SSL|EPROTO/.test(code))
    return new OutboundError('certificate', `The certificate of ${host} is not valid.`, error)
  if (/^(HPE_|ERR_HTTP|ERR_INVALID|ERR_STREAM)/.test(code))
    return new OutboundError('unreadable', `The response of ${host} is malformed.`, error)
  return new OutboundError('unreachable', `${host} could not be reached.`, error)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
