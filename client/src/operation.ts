// Turns operations of the API into separate functions, so that a bundle contains only those that it uses.
import type { ResponseOf, Route } from '@daymark/contract/route'
import { call, type InputOf, type Target } from './call.ts'
import type { Connection } from './connection.ts'
import { type AnyListInput, allOf, itemsOf, pagesOf } from './pages.ts'

type Taking<R extends Route, Result> =
  Record<string, never> extends InputOf<R>
    ? (connection: Connection, input?: InputOf<R>) => Result
    : (connection: Connection, input: InputOf<R>) => Result

type ItemOf<R extends Route> = ResponseOf<R> extends readonly (infer Item)[] ? Item : never

/** What an operation calls, with the types of its input and result for `LiveConnection.write`. */
export interface OperationTarget<R extends Route> extends Target {
  readonly method: R['method']
  /** Never present at run time. */
  readonly types?: { input: InputOf<R>; answer: ResponseOf<R> }
}

export type Operation<R extends Route> = Taking<R, Promise<ResponseOf<R>>> & {
  readonly target: OperationTarget<R>
}

/** A list returns one page when it is called itself. For all its pages: */
export interface Whole<R extends Route> {
  /** All items as one array. */
  readonly all: Taking<R, Promise<ResponseOf<R>>>
  /** Page after page: `for await (const todos of client.todos.list.pages())`. */
  readonly pages: Taking<R, AsyncIterable<ResponseOf<R>>>
  /** One after the other: `for await (const todo of client.todos.list.each())`. */
  readonly each: Taking<R, AsyncIterable<ItemOf<R>>>
}

export type ListOperation<R extends Route> = Operation<R> & Whole<R>

export function operation<R extends Route>(method: Route['method'], path: string): Operation<R> {
  const target: Target = { method, path }
  const run = async (connection: Connection, input?: object) => (await call(connection, target, input)).data
  return Object.assign(run, { target }) as unknown as Operation<R>
}

export function listOperation<R extends Route>(path: string): ListOperation<R> {
  const target: Target = { method: 'GET', path }
  const whole = {
    all: (connection: Connection, input?: AnyListInput) => allOf(connection, target, input),
    pages: (connection: Connection, input?: AnyListInput) => pagesOf(connection, target, input),
    each: (connection: Connection, input?: AnyListInput) => itemsOf(connection, target, input),
  }
  return Object.assign(operation<R>('GET', path), whole) as unknown as ListOperation<R>
}
