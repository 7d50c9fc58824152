// The examples of the reference: what a real server answered. `npm run openapi` records them; nobody writes them.
import recorded from './recorded-examples.json' with { type: 'json' }

export interface RecordedOperation {
  request: {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  response: unknown
  /** The answer with the other success code, where there is one. */
  otherwise?: unknown
  /** The body of each error, by its code. */
  errors: Record<string, unknown>
}

/** `name`: `feature.operation`. */
export function recordedOf(name: string): RecordedOperation {
  const found = (recorded.operations as Record<string, RecordedOperation>)[name]
  return found ?? { request: {}, response: undefined, errors: {} }
}

export const recordedMessage = (type: string): unknown => (recorded.messages as Record<string, unknown>)[type]
