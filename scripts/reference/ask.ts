// Sends the request for one walkthrough step (see tour.ts).

import { fullPath, type Route } from '@daymark/contract/route'
import { routes, signInRoutes } from '@daymark/contract/routes'
import { writeQuery } from '@daymark/contract/validation/query'
import { filled, type Step, type Variables } from './step.ts'

/** Every documented route, keyed by `feature.operation`. */
export const operations: ReadonlyMap<string, Route> = new Map(
  Object.entries({ ...routes, ...signInRoutes }).flatMap(([feature, group]) =>
    Object.entries<Route>(group).map(([name, route]) => [`${feature}.${name}`, route] as const),
  ),
)

export function routeOf({ route }: Pick<Step, 'route'>): Route {
  const found = operations.get(route)
  if (!found) throw new Error(`Unknown route ${route}.`)
  return found
}

export interface Asked {
  status: number
  body: unknown
  headers: Headers
}

export interface Request extends Step {
  headers?: Record<string, string>
  token?: string | undefined
  /** The raw request body, sent instead of `body`. */
  text?: string
}

const TOKENS = { ann: 'token', bob: 'friend_token', nobody: undefined } as const

export const tokenOf = (step: Step, variables: Variables): string | undefined => {
  const name = TOKENS[step.as ?? 'ann']
  return name && variables[name]
}

export async function ask(
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  request: Request,
  variables: Variables,
): Promise<Asked> {
  const route = routeOf(request)
  const {
    params = {},
    query = {},
    body,
  } = filled({ params: request.params, query: request.query, body: request.body }, variables)
  const path = fullPath(route).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const text =
    request.text ?? (body === undefined ? undefined : route.upload ? String(body) : JSON.stringify(body))
  // The walkthrough contains archives as Base64.
  const isPacked = route.upload === 'application/zip' && request.text === undefined
  const token = 'token' in request ? request.token : tokenOf(request, variables)
  const response = await fetch(path + writeQuery(query ?? {}), {
    method: route.method,
    headers: {
      'user-agent': 'curl/8.15.0',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': route.upload ?? 'application/json' }),
      ...request.headers,
    },
    ...(text !== undefined && { body: isPacked ? Buffer.from(text, 'base64') : text }),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? await response.json() : null, headers: response.headers }
}
