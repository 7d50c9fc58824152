// The responses in the OpenAPI document: the success response with its headers and example, and every error.

import { Job } from '../jobs.ts'
import { errorsOf, hasTag, isWrite, type Route, sharedCodesOf } from '../route.ts'
import { type Json, publish } from './openapi-schemas.ts'
import { recordedOf } from './recorded.ts'

const ERROR_WORDS: Record<number, string> = {
  400: 'The request contradicts existing data',
  401: 'The token is missing, expired or invalid',
  403: 'Not allowed: not the owner, not shared with the caller, or the personal access token lacks the scope',
  404: 'It does not exist',
  409: 'Conflicts with existing data, or exceeds a quota of stored data',
  410: 'It is no longer available',
  412: 'It has changed since the version in `If-Match`; nothing was written',
  413: 'The body is larger than 1 MiB',
  415: 'The body is not JSON',
  422: 'The request is invalid; `errors` says what is wrong, field by field',
  429: 'Too many requests: wait as long as `Retry-After` says',
  503: 'The database or the token issuer cannot be reached; try again',
}

/** The usual body of each of these errors. For an error with this body, most routes refer to a shared component. */
const SHARED: Record<number, Json> = {
  401: { detail: 'A bearer token is required.' },
  409: {
    detail: 'You have reached the limit of 256 MB of stored data. Delete or shorten something first.',
  },
  410: {
    detail:
      'The log no longer contains all changes after `since`. Read all data again, then continue from `seq`.',
    seq: 12_345,
  },
  413: { detail: 'The body is larger than 1 MiB.' },
  415: { detail: 'The body must be JSON (Content-Type: application/json).' },
  429: { detail: 'Too many requests. Try again in 42 s.', retry_after: 42 },
  503: { detail: 'The database cannot be reached at the moment. Please try again.' },
}

const whole = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } })
const text = (description: string): Json => ({ description, schema: { type: 'string' } })

export const headers: Json = {
  'X-Request-Id': text("The request id, also in the server's log. If you send one, the server uses it."),
  'X-RateLimit-Limit': whole('Requests allowed on this path in its time window.'),
  'X-RateLimit-Remaining': whole('Requests left in the window.'),
  'X-RateLimit-Reset': whole('Seconds until the oldest counted request drops out of the window.'),
  'Retry-After': whole('Seconds to wait before the next request.'),
  'WWW-Authenticate': text('`Bearer`'),
  ETag: text(
    'The version of the response, for `If-None-Match` and `If-Match`. Absent while one of its timers is running.',
  ),
  'X-Seq': whole(
    'The position in your change log at which this write is complete. A copy that has applied your log up to this number contains everything that the write did. Writes that changed nothing, repeated requests and refusals carry it too.',
  ),
  Location: text('The address of the job.'),
  'Preference-Applied': text('`respond-async` if the request asked for it.'),
  Link: text('`<...>; rel="next"` is the link to the next page; absent on the last one.'),
}

const refs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const OF_ERROR: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Routes outside `/v1` and `/auth` are rate limited too, but do not send these headers. */
const counted = (route: Route): string[] => (route.prefix === '' ? [] : LIMITS)

export function answers(name: string, route: Route, schemas: Json): Json {
  const { response, otherwise, errors } = recordedOf(name)
  const success = (description: string, example: unknown) => ({
    description,
    headers: refs([
      'X-Request-Id',
      ...counted(route),
      ...(route.list ? ['Link'] : []),
      ...(hasTag(route) ? ['ETag'] : []),
      ...(isWrite(route) || route.tellsPosition ? ['X-Seq'] : []),
    ]),
    content: route.file
      ? { [route.file]: { schema: { type: 'string', format: 'binary' } } }
      : {
          'application/json': { schema: publish(route.response, schemas), example },
          ...(route.csv && { 'text/csv': { schema: { type: 'string' } } }),
        },
  })
  const failures = errorsOf(route).map(code => [code, failure(code, errors[code], route)])
  return {
    [route.status ?? 200]: success(route.list ? 'One page of the list.' : 'Done.', response),
    ...(route.otherwise && {
      [route.otherwise.status]: success(route.otherwise.when, otherwise ?? route.otherwise.example),
    }),
    ...(route.staged && { 202: stagedAnswer(route, schemas) }),
    ...Object.fromEntries(failures),
    ...Object.fromEntries(
      sharedCodesOf(route).map(code => [code, { $ref: `#/components/responses/${code}` }]),
    ),
  }
}

/** The response of a request that runs in steps and takes long. */
const stagedAnswer = (route: Route, schemas: Json): Json => ({
  description:
    'It touches more than 1,000 items and takes longer than 20 s, or you sent `Prefer: respond-async`. It goes on as this job.',
  headers: refs(['X-Request-Id', ...counted(route), 'Location', 'Preference-Applied']),
  content: {
    'application/json': {
      schema: publish(Job, schemas),
      example: {
        id: '01999999-9999-7999-8999-000000000005',
        status: 'running',
        progress: 0.03,
        result: null,
      },
    },
  },
})

const UPLOAD_FAILURES: Record<number, [words: string, detail: string]> = {
  413: ['The file is larger than 20 MB', 'The file is larger than 20 MB.'],
  415: [
    'The body is not a file',
    'The body must be a file (Content-Type: application/octet-stream or multipart/form-data).',
  ],
}

function failure(code: number, recorded: unknown, route: Route): Json {
  const ofUpload = route.upload && UPLOAD_FAILURES[code]
  if (ofUpload)
    return { ...errorAnswer(code, { detail: ofUpload[1] }, counted(route)), description: ofUpload[0] }
  const shared = SHARED[code]
  const isShared = shared && (recorded === undefined || JSON.stringify(recorded) === JSON.stringify(shared))
  if (isShared && counted(route).length > 0) return { $ref: `#/components/responses/${code}` }
  return errorAnswer(code, recorded ?? shared, counted(route))
}

const errorAnswer = (code: number, example: unknown, limits: string[]): Json => ({
  description: ERROR_WORDS[code] ?? 'Error',
  headers: refs(['X-Request-Id', ...limits, ...(OF_ERROR[code] ?? [])]),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
})

export const sharedAnswers: Json = {
  304: {
    description: 'Unchanged since the version in `If-None-Match`; without content',
    headers: refs(['X-Request-Id', ...LIMITS, 'ETag']),
  },
  ...Object.fromEntries(
    Object.entries(SHARED).map(([code, example]) => [code, errorAnswer(Number(code), example, LIMITS)]),
  ),
}
