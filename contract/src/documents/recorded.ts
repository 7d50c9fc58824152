// Examples for the API reference, recorded from a real server by `npm run openapi`. Do not edit them.
import recorded from './recorded-examples.json' with { type: 'json' }

export interface RecordedOperation {
  request: {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  response: unknown
  /** The response with the second success code of the route, if it has one. */
  otherwise?: unknown
  /** The body of each error, by its status code. */
  errors: Record<string, unknown>
}

/** `name` is `feature.operation`. */
export function recordedOf(name: string): RecordedOperation {
  const found = (recorded.operations as Record<string, RecordedOperation>)[name]
  return found ?? { request: {}, response: undefined, errors: {} }
}

export const recordedMessage = (type: string): unknown => (recorded.messages as Record<string, unknown>)[type]
