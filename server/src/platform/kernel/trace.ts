// The interface for tracing. Off unless the operator enables it.
import { Problem } from './errors.ts'

/** Never contains a token, a name, a title or a parameter of a statement. */
export type Attributes = Record<string, string | number>

export interface Span {
  /** Spans started inside `work` become children of this one. */
  run<T>(work: () => T): T
  rename(name: string): void
  set(attributes: Attributes): void
  /** Marks the span as failed, with the reason in a word. */
  fail(reason: string): void
  end(): void
}

export interface Tracing {
  /** `caller`: the headers of a request, which may name the trace that it belongs to. */
  begin(
    kind: 'server' | 'client' | 'internal',
    name: string,
    attributes?: Attributes,
    caller?: CallerHeaders,
  ): Span
  /** The span that is active here. */
  current(): Span | undefined
}

type CallerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Ends the span when the work ends. */
export async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await span.run(work)
  } catch (error) {
    recordFailure(span, error)
    throw error
  } finally {
    span.end()
  }
}

/**
 * A refused request is not a failure of ours. The text of an error may contain personal data, so only its kind is
 * recorded.
 */
function recordFailure(span: Span, error: unknown): void {
  if (!(error instanceof Problem)) span.fail(error instanceof Error ? error.name : 'unknown')
  else if (error.kind === 'unavailable') span.fail(error.kind)
  else span.set({ 'daymark.refusal': error.kind })
}
