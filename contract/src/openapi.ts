// Derives the OpenAPI 3.1 document from the route table.
import { fullPath, type Route } from './route.ts'
import { routes, signInRoutes } from './routes.ts'
import { ErrorBody } from './words.ts'

type Json = Record<string, unknown>

const ERROR_TITLES: Record<number, string> = {
  400: 'The request contradicts the state of the data',
  401: 'Missing or invalid token',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict with what exists',
  422: 'The request is not valid',
  429: 'Too many requests; see Retry-After',
  503: 'A needed part cannot be reached; try again',
}

const documented = { ...routes, ...signInRoutes }

export function openApiDocument(version: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [feature, group] of Object.entries(documented)) {
    for (const [name, route] of Object.entries<Route>(group)) {
      const path = fullPath(route)
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = operation(feature, name, route, schemas)
    }
  }
  publish(ErrorBody, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daymark',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Todos, schedules, timers, tags, sharing. The same API answers under `/api/v1`. Datetimes: ISO 8601, offset optional in requests (none = UTC). Timers are created, paused, resumed and stopped over the WebSocket; see asyncapi.json.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: Object.keys(documented).map(name => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function operation(feature: string, name: string, route: Route, schemas: Json): Json {
  const codes = [...new Set([...(route.errors ?? []), ...(route.auth ? [] : [401]), 422, 429, 503])].sort()
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(route.auth === 'none' && { security: [] }),
    parameters: [
      ...parameters('path', route.params, schemas),
      ...parameters('query', queryOf(route), schemas),
    ],
    ...(route.body && { requestBody: requestBody(route, schemas) }),
    responses: {
      [route.status ?? 200]: {
        description: 'Success',
        ...(route.list && {
          headers: { Link: { schema: { type: 'string' }, description: 'The next page' } },
        }),
        content: { 'application/json': { schema: publish(route.response, schemas) } },
      },
      ...Object.fromEntries(codes.map(code => [code, errorResponse(code)])),
    },
  }
}

const timezone = {
  type: 'string',
  description: 'Zone of the returned datetimes: UTC, +HH:MM or an IANA name.',
  default: 'UTC',
}

function queryOf(route: Route): Json {
  const query = (route.query ?? {}) as Json
  return { ...query, properties: { ...(query['properties'] as Json), timezone } }
}

function parameters(place: string, schema: unknown, schemas: Json): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, each]) => {
    const { description, ...rest } = publish(each as object, schemas)
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    }
  })
}

const requestBody = (route: Route, schemas: Json): Json => ({
  required: true,
  content: {
    'application/json': {
      schema: publish(route.body ?? {}, schemas),
      ...(route.example !== undefined && { example: route.example }),
    },
  },
})

const errorResponse = (code: number): Json => ({
  description: ERROR_TITLES[code] ?? 'Error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

/** A copy in plain JSON Schema, in which every titled schema has moved to the components. */
export const plainSchema = (schema: object, schemas: Json): Json => publish(schema, schemas)

function publish(schema: object, schemas: Json): Json {
  const plain = plainCopy(schema, schemas)
  const { title } = schema as Json
  if (typeof title !== 'string') return plain
  schemas[title] = plain
  return { $ref: `#/components/schemas/${title}` }
}

// The validator's own formats, in words that every OpenAPI tool knows.
const FORMATS: Record<string, Json> = {
  instant: { format: 'date-time', description: 'ISO 8601; without an offset it is UTC.' },
  'date-filter': { description: 'YYYY-MM-DD or an ISO 8601 datetime.' },
  'time-of-day': { pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' },
  colour: { pattern: '^#[0-9A-Fa-f]{6}$' },
  zone: { description: 'UTC, +HH:MM or an IANA name.' },
  'iana-zone': { description: 'An IANA time zone.' },
  storable: {},
}

function plainCopy(value: unknown, schemas: Json): Json {
  const copy: Json = {}
  for (const [key, each] of Object.entries(value as Json)) {
    if (key === 'format' && typeof each === 'string' && each in FORMATS)
      Object.assign(copy, FORMATS[each], copy)
    // `x-` marks bounds that hold after trimming or folding: true for a reader, not for the validator.
    else copy[key.startsWith('x-') ? key.slice(2) : key] = plainValue(each, schemas)
  }
  return copy
}

function plainValue(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map(each => plainValue(each, schemas))
  if (value && typeof value === 'object') return publish(value, schemas)
  return value
}
