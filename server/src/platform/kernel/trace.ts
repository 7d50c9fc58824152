import { Problem } from './errors.ts'

/** Must never contain a token, name, title or statement parameter. */
export type Attributes = Record<string, string | number>

export interface Span {
  /** Spans that start inside `work` become children of this span. */
  run<T>(work: () => T): T
  rename(name: string): void
  set(attributes: Attributes): void
  /** `reason` is a single word. */
  fail(reason: string): void
  end(): void
}

export interface Tracing {
  /** `caller` contains the request headers, which may name a parent trace. */
  begin(
    kind: 'server' | 'client' | 'internal',
    name: string,
    attributes?: Attributes,
    caller?: CallerHeaders,
  ): Span
  current(): Span | undefined
}

type CallerHeaders = Readonly<Record<string, string | string[] | undefined>>

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
 * Sets only an attribute for a refused request, because the server did not fail. Records the kind of an error but not
 * its message, which may contain personal data.
 */
function recordFailure(span: Span, error: unknown): void {
  if (!(error instanceof Problem)) span.fail(error instanceof Error ? error.name : 'unknown')
  else if (error.kind === 'unavailable') span.fail(error.kind)
  else span.set({ 'daymark.refusal': error.kind })
}
