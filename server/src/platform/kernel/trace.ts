// What the program tells of its work to whoever traces it. There is no Tracing unless an operator asks for it.
import { Problem } from './errors.ts'

/** Never a token, a name, a title or a parameter of a statement. */
export type Attributes = Record<string, string | number>

export interface Span {
  /** What runs inside begins its spans below this one. */
  run<T>(work: () => T): T
  rename(name: string): void
  set(attributes: Attributes): void
  /** In a word, why it could not do its work. */
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
  /** The span inside which this runs. */
  current(): Span | undefined
}

type CallerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Ends the span with the work. */
export async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await span.run(work)
  } catch (error) {
    tell(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** That somebody is refused is no failure of ours. The text of an error may hold personal data: only its kind is told. */
function tell(span: Span, error: unknown): void {
  if (!(error instanceof Problem)) span.fail(error instanceof Error ? error.name : 'unknown')
  else if (error.kind === 'unavailable') span.fail(error.kind)
  else span.set({ 'daymark.refusal': error.kind })
}
