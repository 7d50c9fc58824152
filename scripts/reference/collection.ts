// Turns the walkthrough (see tour.ts) into a Postman 2.1 collection, which most API clients can import (Bruno,
// Insomnia, Hoppscotch).
import { fullPath } from '@daymark/contract/route'
import { routeOf } from './ask.ts'
import { type Chapter, type SocketStep, START, type Step } from './step.ts'

type Json = Record<string, unknown>

const BEARERS = { ann: '{{token}}', bob: '{{friend_token}}' }
/** Finds requests that need a timer. They may fail, because a collection cannot use the socket to start one. */
const AFTER_SOCKET = /\{\{(?:timer_id|timer_schedule_id)\}\}/

export function collection(tour: readonly Chapter[]): Json {
  return {
    info: {
      name: 'Daymark',
      description:
        'Every API operation, in an order that runs from top to bottom. Two accounts are created, used and deleted. Set `base_url` to your server. The responses fill in everything else.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: variablesOf(tour).map(([key, value]) => ({ key, value, type: 'string' })),
    item: tour.map(({ title, about, steps }) => ({
      name: title,
      description: about,
      item: steps.filter((step): step is Step => !('socket' in step)).map(requestItem),
    })),
  }
}

/** Returns the initial variables, plus empty ones that later responses fill. */
function variablesOf(tour: readonly Chapter[]): [string, string][] {
  const steps = tour.flatMap(chapter => chapter.steps)
  const requests = steps.filter((step): step is Step => !('socket' in step))
  const { unknown_id, ...start } = START
  // A collection cannot use the socket, so users must replace these unknown ids by hand.
  const ofSocket = namesKept(steps.filter((step): step is SocketStep => 'socket' in step))
    .filter(name => JSON.stringify(requests).includes(`{{${name}}}`))
    .map(name => [name, unknown_id ?? ''])
  const fromResponses = namesKept(requests).map(name => [name, start[name] ?? ''])
  return Object.entries({
    base_url: 'http://localhost:2614',
    ...start,
    ...Object.fromEntries([...fromResponses, ...ofSocket]),
  })
}

const namesKept = (steps: readonly (Step | SocketStep)[]): string[] =>
  steps.flatMap(step => Object.keys(step.keep ?? {}))

function requestItem(step: Step): Json {
  const route = routeOf(step)
  return {
    name: step.name ?? route.summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(step) } }],
    request: {
      method: route.method,
      description: route.description,
      ...authOf(step),
      header: [
        { key: 'Accept', value: 'application/json' },
        ...(step.body === undefined
          ? []
          : [{ key: 'Content-Type', value: route.upload ?? 'application/json' }]),
      ],
      ...(step.body !== undefined &&
        route.upload === 'application/zip' && {
          body: { mode: 'file', file: { src: 'daymark.zip' } },
        }),
      ...(step.body !== undefined &&
        route.upload !== 'application/zip' && {
          body: {
            mode: 'raw',
            raw: route.upload ? String(step.body) : JSON.stringify(step.body, null, 2),
            options: { raw: { language: route.upload ? 'text' : 'json' } },
          },
        }),
      url: urlOf(step),
    },
  }
}

function authOf({ as = 'ann' }: Step): Json {
  if (as === 'nobody') return { auth: { type: 'noauth' } }
  return { auth: { type: 'bearer', bearer: [{ key: 'token', value: BEARERS[as], type: 'string' }] } }
}

function urlOf(step: Step): Json {
  const path = fullPath(routeOf(step)).replace(/\{(\w+)\}/g, (_, name: string) => step.params?.[name] ?? '')
  const query = Object.entries(step.query ?? {}).flatMap(([key, value]) =>
    [value].flat().map(each => ({ key, value: String(each) })),
  )
  const search = query.map(({ key, value }) => `${key}=${value}`).join('&')
  return {
    raw: `{{base_url}}${path}${search && `?${search}`}`,
    host: ['{{base_url}}'],
    path: path.slice(1).split('/'),
    ...(query.length > 0 && { query }),
  }
}

/** Generates a test script that checks the status and stores variables for later requests. */
function script(step: Step): string[] {
  const expected = step.status ?? routeOf(step).status ?? 200
  const refusals = [...(mayBeMissing(step) ? [404] : []), ...(step.unlessPrepared ?? [])]
  const may = [expected, ...refusals]
  const guard = refusals.length > 0 ? `if (pm.response.code === ${expected}) ` : ''
  return [
    `pm.test('answers ${may.join(' or ')}', () => pm.expect(pm.response.code).to.be.oneOf([${may.join(', ')}]))`,
    ...Object.entries(step.keep ?? {}).map(
      ([name, place]) =>
        `${guard}pm.collectionVariables.set('${name}', pm.response.json()${placeCode(place)})`,
    ),
  ]
}

const mayBeMissing = (step: Step): boolean =>
  AFTER_SOCKET.test(JSON.stringify(step.params ?? {})) || /^timers\.active|^apps\.remove/.test(step.route)

const placeCode = (place: string): string =>
  place
    .split('.')
    .map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join('')
