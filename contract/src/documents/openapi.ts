// Generates the OpenAPI 3.1 document from the route table and from responses recorded from a real server.

import { fullPath, type Route } from '../route.ts'
import { routes, signInRoutes } from '../routes.ts'
import { ErrorBody } from '../words.ts'
import { answers, headers, sharedAnswers } from './openapi-answers.ts'
import { described, type Json, publish } from './openapi-schemas.ts'
import { recordedOf } from './recorded.ts'

const documented = { ...routes, ...signInRoutes }

const FEATURES: Record<keyof typeof documented, string> = {
  accountMail: 'Emailed links: verify an address, change it, or reset a password.',
  administration: 'People, invitations and the state of the server, for administrators.',
  apps: 'Apps that people have connected with OAuth.',
  audit: "Your account's audit trail: sign-ins, tokens, passwords, exports.",
  calendar: 'The calendar as one GraphQL query: days with their events.',
  changes: 'Every change to your data, in order, for clients that keep a copy.',
  deletion: 'Deleting your own account, with some days to cancel.',
  devicePasswords: 'Passwords for calendar apps and other devices.',
  feeds: 'Secret URLs from which calendar apps read your calendar.',
  friends: 'Friends, requests and blocks.',
  guests: 'Answering a poll through its link, without an account.',
  history: 'The history of changes, undo and redo, and the trash.',
  holidays: 'Holidays for about 200 countries. Needs no token.',
  jobs: 'Jobs',
  imports: 'Files from calendar apps and other programs.',
  meetings: 'Finding a time that suits everyone.',
  focus: 'Focus runs: work phases and breaks on top of timers.',
  notifications: 'Reminders and other notifications, and the devices that receive push messages.',
  openings: 'What opens your account or carries data out of it.',
  passkeys: 'Sign-in keys in phones, computers and security keys, without a password.',
  personalData: 'Your data in one archive, to keep it or to move to another server.',
  quickAdd: 'Creates a todo, a schedule or a timer from one line of text.',
  reports: 'Goals, planned time and measured time.',
  schedules: 'Calendar entries, single or recurring.',
  sessions: 'Devices that are signed in.',
  search: 'Full-text search in todos, schedules, timers, tags, meetings and people.',
  subscriptions: 'Calendars from other programs, shown as a read-only layer.',
  tags: 'Tags in groups; a group can be a list of todos.',
  timers: 'Reading and changing timers. They are started, paused, resumed and stopped over the WebSocket.',
  todos: 'Todos, which can be nested. A todo with a deadline appears in the calendar.',
  tokens: 'Personal access tokens for scripts and programs.',
  totp: 'An authenticator app as a second factor, and recovery codes.',
  users: 'Your own profile.',
  visibility: 'Sharing of schedules, timers, todos and meetings.',
  webhooks: 'Requests that this server sends to your own URL after every change.',
  accounts: 'Accounts on this server; absent if an OpenID provider is configured.',
  server: 'How to sign in to this server, and health checks.',
}

const ABOUT = `Todos, schedules, timers, tags, sharing.

- **Sign-in**: \`Authorization: Bearer <token>\`, from \`/auth/sign-in\`, from the OpenID provider, or a personal access token.
- **Prefix**: the same API is available under \`/api/v1\`.
- **Time**: ISO 8601; UTC if there is no offset. Every request accepts \`timezone\` for the datetimes of the response.
- **Lists** are bare arrays; \`limit\` sets the page size, and \`Link\` points to the next page.
- **PATCH**: absent fields are unchanged; null clears a field. Unknown fields are ignored.
- **Errors** have a \`detail\`: one sentence, safe to show. Besides those listed with each operation: 404 for an unknown
  path, 405 with \`Allow\` for a wrong method, 500 for an internal error.
- **Timers** are created, paused, resumed and stopped over the WebSocket: [its messages](/docs/socket).
- **Assistants** use the same operations through MCP at \`/mcp\`, with the same tokens, scopes and limits.

The examples are responses from a real server.`

export function openApiDocument(version: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [feature, group] of Object.entries(documented)) {
    for (const [name, route] of Object.entries<Route>(group)) {
      const path = fullPath(route)
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = operation(feature, `${feature}.${name}`, route, schemas)
    }
  }
  publish(ErrorBody, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daymark',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: ABOUT,
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ bearer: [] }],
    tags: Object.entries(FEATURES).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token or a personal access token.',
        },
      },
      headers,
      responses: sharedAnswers,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function operation(feature: string, name: string, route: Route, schemas: Json): Json {
  const { params, query, body } = recordedOf(name).request
  return {
    operationId: name,
    tags: [feature],
    summary: route.summary,
    description: route.description,
    ...(route.auth === 'none' && { security: [] }),
    parameters: [
      ...parameters('path', route.params, params, schemas),
      ...parameters('query', queryOf(route), query, schemas),
    ],
    ...(route.body && {
      requestBody: {
        required: !(route.bodyOptional || route.method === 'PATCH'),
        content: { 'application/json': { schema: publish(route.body, schemas), example: body } },
      },
    }),
    ...(route.upload && {
      requestBody: {
        required: true,
        content: {
          [route.upload]:
            route.upload === 'application/zip'
              ? { schema: { type: 'string', format: 'binary' } }
              : { schema: { type: 'string' }, example: body },
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
          },
        },
      },
    }),
    responses: answers(name, route, schemas),
  }
}

const timezone = {
  type: 'string',
  description: 'The time zone for returned datetimes: UTC, +HH:MM or an IANA name.',
  default: 'UTC',
}

const format = {
  type: 'string',
  enum: ['json', 'csv'],
  description: 'The format of the response, instead of the `Accept` header.',
}

function queryOf(route: Route): Json {
  const query = (route.query ?? {}) as Json
  const properties = { ...(query['properties'] as Json), timezone, ...(route.csv && { format }) }
  return { ...query, properties }
}

function parameters(place: string, schema: unknown, examples: Json = {}, schemas: Json): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, each]) => {
    const { description, ...rest } = described(name, each as Json, schemas)
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(name in (examples ?? {}) && { example: examples?.[name] }),
    }
  })
}
