// One step of the tour through the whole API: a request with its data, and what later steps need of its answer.

export type Who = 'ann' | 'bob' | 'nobody'

export interface Step {
  /** `feature.operation` of the route table. */
  route: string
  /** The name of the request in the collection; the summary of the route unless given. */
  name?: string
  /** Who asks: Ann unless said otherwise. */
  as?: Who
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** Where the success code is not the one of the route. */
  status?: number
  /** Variables for later steps, each with its place in the answer: `id`, `0.id`. */
  keep?: Record<string, string>
  /** The same request, spoilt. */
  faults?: readonly Fault[]
}

export interface Fault extends Pick<Step, 'as' | 'params' | 'query' | 'body'> {
  status: number
  /** Asked before the step itself. */
  before?: true
  headers?: Record<string, string>
  /** So often the good request is made first: for what only the next one is refused. */
  repeat?: number
  /** Asked at a server with these settings. */
  settings?: Record<string, string>
}

/** Something done over the timer socket, where the REST interface offers nothing. */
export interface SocketStep {
  socket: string
  payload: Record<string, unknown>
  keep?: Record<string, string>
  /** The code of the expected error, where the message must fail. */
  fails?: string
}

export interface Chapter {
  title: string
  about: string
  steps: readonly (Step | SocketStep)[]
}

export type Variables = Record<string, string>

/** What the tour begins with; everything else it learns from the answers. */
export const START: Variables = {
  email: 'ann@example.org',
  friend_email: 'bob@example.org',
  password: 'correct horse battery',
  new_password: 'battery staple correct',
  unknown_id: '01999999-9999-7999-8999-999999999999',
}

/** Puts the variables in: `{{name}}` in texts, also in keys. */
export function filled<T>(value: T, variables: Variables): T {
  const text = JSON.stringify(value ?? null).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const found = variables[name]
    if (found === undefined) throw new Error(`Nothing has kept "${name}" so far.`)
    return JSON.stringify(found).slice(1, -1)
  })
  return JSON.parse(text) as T
}

/** The part of an answer at a place such as `0.id`. */
export function at(value: unknown, place: string): string {
  const found = place
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
  if (typeof found !== 'string') throw new Error(`There is no text at "${place}".`)
  return found
}
