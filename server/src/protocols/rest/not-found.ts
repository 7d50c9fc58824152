// Responds to unknown paths with 404, or with 405 and `Allow` if only the method is unknown.
import { fullPath, type Route, type RouteGroup } from '@daymark/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RetiredRoute } from '../../platform/kernel/route-handlers.ts'

interface Known {
  /** Contains parameters as `{name}`. */
  path: string
  shape: RegExp
  methods: string[]
}

/** A prefix and all paths below it, with the same methods. */
export interface Tree {
  prefix: string
  methods: readonly string[]
}

export function answerUnknown(
  app: FastifyInstance,
  groups: Record<string, RouteGroup>,
  retired: readonly RetiredRoute[],
  trees: readonly Tree[],
): void {
  const known = [...knownPaths(groups), ...knownBeside(app), ...below(trees)]
  const gone = retired.map(route => ({ ...route, shape: shapeOf(`/v1${route.path}`) }))
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    const path = pathOf(request.url)
    const allowed = methodsAt(known, path)
    // Not every path below a prefix exists: the request's method may be right and only the path unknown.
    const methods = allowed.includes(request.method) ? [] : allowed
    const hint = gone.find(each => each.method === request.method && each.shape.test(path))
    if (methods.length === 0 && isPageRequest(request, path) && 'sendPage' in reply) {
      reply.code(404).sendPage()
      return
    }
    if (methods.length > 0) reply.header('allow', methods.join(', '))
    reply
      .code(methods.length > 0 ? 405 : 404)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ detail: hint?.detail ?? sentence(methods, request.method) }))
  }
  // Responds before the body is read, because the response does not depend on it.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply)
    else done()
  })
  app.setNotFoundHandler(answer)
  for (const { method, path } of shadowedByIds(known)) {
    // Fastify must not add a HEAD route, because `known` already contains HEAD.
    app.route({ method, url: path, exposeHeadRoute: false, onRequest: answer, handler: answer })
  }
}

const isFixed = ({ path }: Known): boolean => !path.includes('{')

/** Prefers fixed paths: `/tags/groups` would also match a tag with the id `groups`. */
function methodsAt(known: readonly Known[], path: string): string[] {
  const matching = known.filter(each => each.shape.test(path))
  const fixed = matching.filter(isFixed)
  return [...new Set((fixed.length > 0 ? fixed : matching).flatMap(each => each.methods))]
}

/**
 * Returns pairs of a fixed path and a method that only a matching route with an id supports. For such a method, the
 * router would choose that route and report an invalid id instead of the wrong method.
 */
const shadowedByIds = (known: readonly Known[]): { method: string; path: string }[] =>
  known.filter(isFixed).flatMap(({ path }) => {
    const offered = methodsAt(known, path)
    const alike = known.filter(each => !isFixed(each) && each.shape.test(path))
    const wrong = new Set(alike.flatMap(each => each.methods).filter(method => !offered.includes(method)))
    return [...wrong].map(method => ({ method, path }))
  })

/** True if a browser requests a page. It then gets the web app's "not found" page, if the web app is served. */
const isPageRequest = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' &&
  !/^\/(?:v1|auth|assets)(?:\/|$)/.test(path) &&
  (headers.accept ?? '').includes('text/html')

const sentence = (methods: string[], method: string): string =>
  methods.length > 0 ? `${method} is not allowed here.` : 'There is nothing at this address.'

function knownPaths(groups: Record<string, RouteGroup>): Known[] {
  const routes = Object.values(groups).flatMap(group => Object.values<Route>(group))
  return [...Map.groupBy(routes, fullPath)].map(([path, each]) => ({
    path,
    shape: shapeOf(path),
    methods: each.flatMap(route => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])),
  }))
}

/** Paths outside the route table. Each is known only if its route is enabled. */
const OTHER_PATHS = [
  '/metrics',
  '/docs',
  '/docs/socket',
  '/docs/graphql',
  '/openapi.json',
  '/asyncapi.json',
  '/calendar.graphql',
  '/v1/graphql',
  '/v1/ws',
  '/v1/ws/timers',
]

const knownBeside = (app: FastifyInstance): Known[] =>
  OTHER_PATHS.filter(url => app.hasRoute({ method: 'GET', url })).map(url => ({
    path: url,
    shape: shapeOf(url),
    methods: ['GET', 'HEAD'],
  }))

const below = (trees: readonly Tree[]): Known[] =>
  trees.map(({ prefix, methods }) => ({
    path: `${prefix}/{path}`,
    shape: new RegExp(`^${prefix}(?:/|$)`),
    methods: [...methods],
  }))

const shapeOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`)

function pathOf(url: string): string {
  const path = url.split('?')[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
