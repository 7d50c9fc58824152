// Unknown addresses: 404, or 405 with `Allow` when the address is known and the method is not.
import { fullPath, type Route, type RouteGroup } from '@daymark/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface RetiredRoute {
  method: string
  path: string
  /** Tells what to use instead. */
  detail: string
}

interface Known {
  shape: RegExp
  methods: string[]
}

export function answerUnknown(
  app: FastifyInstance,
  groups: Record<string, RouteGroup>,
  retired: readonly RetiredRoute[],
): void {
  const known = [...knownPaths(groups), ...knownBeside(app)]
  const gone = retired.map(route => ({ ...route, shape: shapeOf(`/v1${route.path}`) }))
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const methods = known.filter(each => each.shape.test(path)).flatMap(each => each.methods)
    const hint = gone.find(each => each.method === request.method && each.shape.test(path))
    if (methods.length === 0 && isVisit(request, path) && 'sendFile' in reply)
      return reply.code(404).sendFile('index.html')
    if (methods.length > 0) reply.header('allow', [...new Set(methods)].join(', '))
    reply.code(methods.length > 0 ? 405 : 404).type('application/json; charset=utf-8')
    return JSON.stringify({ detail: hint?.detail ?? sentence(methods, request.method) })
  })
}

/** A person at a browser, where the web app is served, reads it there in words. */
const isVisit = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' &&
  !/^\/(?:v1|auth|assets)(?:\/|$)/.test(path) &&
  (headers.accept ?? '').includes('text/html')

const sentence = (methods: string[], method: string): string =>
  methods.length > 0 ? `${method} is not offered here.` : 'There is nothing at this address.'

function knownPaths(groups: Record<string, RouteGroup>): Known[] {
  const routes = Object.values(groups).flatMap(group => Object.values<Route>(group))
  return [...Map.groupBy(routes, fullPath)].map(([path, each]) => ({
    shape: shapeOf(path),
    methods: each.flatMap(route => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])),
  }))
}

/** What is served beside the route table; each is known only where it is served. */
const BESIDE = [
  '/health',
  '/health/ready',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/asyncapi.json',
  '/v1/graphql',
  '/v1/ws/timers',
]

const knownBeside = (app: FastifyInstance): Known[] =>
  BESIDE.filter(url => app.hasRoute({ method: 'GET', url })).map(url => ({
    shape: shapeOf(url),
    methods: ['GET', 'HEAD'],
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
