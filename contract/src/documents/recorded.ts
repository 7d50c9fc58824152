// Examples for the API reference. `npm run openapi` records them from a real server, so do not edit
// recorded-examples.json.
import recorded from './recorded-examples.json' with { type: 'json' }

export interface RecordedOperation {
  request: {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  response: unknown
  /** The response with the route's second status code, if there is one; see `Route.otherwise`. */
  otherwise?: unknown
  /** Maps each status code to an error body. */
  errors: Record<string, unknown>
}

/** `name` is `feature.operation`. */
export function recordedOf(name: string): RecordedOperation {
  const found = (recorded.operations as Record<string, RecordedOperation>)[name]
  return found ?? { request: {}, response: undefined, errors: {} }
}

export const recordedMessage = (type: string): unknown => (recorded.messages as Record<string, unknown>)[type]
