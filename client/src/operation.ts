// Creates a function for each API operation, so that a bundle contains only the operations it uses.
import type { ResponseOf, Route } from '@daymark/contract/route'
import {
  type AnyInput,
  type Common,
  call,
  fetchAnswer,
  type InputOf,
  type RequestOf,
  type Target,
} from './call.ts'
import type { Connection } from './connection.ts'
import { type AnyListInput, allOf, itemsOf, pagesOf } from './pages.ts'

type Taking<R extends Route, Result> =
  Record<string, never> extends InputOf<R>
    ? (connection: Connection, input?: InputOf<R>) => Result
    : (connection: Connection, input: InputOf<R>) => Result

type ItemOf<R extends Route> = ResponseOf<R> extends readonly (infer Item)[] ? Item : never

/** An operation's route, with its input and result types for `LiveConnection.write`. */
export interface OperationTarget<R extends Route> extends Target {
  readonly method: R['method']
  /** Carries the types. Never set at run time. */
  readonly types?: { input: RequestOf<R> & Common; answer: ResponseOf<R> }
}

export type Operation<R extends Route> = Taking<R, Promise<ResponseOf<R>>> & {
  readonly target: OperationTarget<R>
}

/** Reads all pages of a list operation. Calling the operation itself returns one page. */
export interface Whole<R extends Route> {
  /** Returns all items as one array. */
  readonly all: Taking<R, Promise<ResponseOf<R>>>
  /** Iterates over pages: `for await (const todos of client.todos.list.pages())`. */
  readonly pages: Taking<R, AsyncIterable<ResponseOf<R>>>
  /** Iterates over items: `for await (const todo of client.todos.list.each())`. */
  readonly each: Taking<R, AsyncIterable<ItemOf<R>>>
}

export type ListOperation<R extends Route> = Operation<R> & Whole<R>

/** Makes an operation available as CSV too. */
export interface Table<O extends (...input: never[]) => unknown> {
  /** Returns the response with a CSV body: read it with `text()`, or stream it from `body`. */
  readonly csv: (...input: Parameters<O>) => Promise<Response>
}

export function withCsv<O extends (...input: never[]) => unknown>(made: O & { readonly target: Target }) {
  const csv = (connection: Connection, input: AnyInput = {}) =>
    fetchAnswer(connection, made.target, input, 'text/csv')
  return Object.assign(made, { csv }) as unknown as O & Table<O>
}

export function operation<R extends Route>(
  method: Route['method'],
  path: string,
  more: Omit<Target, 'method' | 'path'> = {},
): Operation<R> {
  const target: Target = { method, path, ...more }
  const run = async (connection: Connection, input?: object) => (await call(connection, target, input)).data
  return Object.assign(run, { target }) as unknown as Operation<R>
}

export type FileOperation<R extends Route> = Taking<R, Promise<Response>> & {
  readonly target: OperationTarget<R>
}

/** Returns the response with its body unread: stream it from `body`, or read it with `blob()`. */
export function fileOperation<R extends Route>(path: string, type: string): FileOperation<R> {
  const target: Target = { method: 'GET', path }
  const run = (connection: Connection, input: AnyInput = {}) => fetchAnswer(connection, target, input, type)
  return Object.assign(run, { target }) as unknown as FileOperation<R>
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
