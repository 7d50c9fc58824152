import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { TimeSlots } from '../meetings/meeting.ts'
import { TagGroupPatch } from '../planning/tags.ts'
import type { Route, RouteGroup } from '../route.ts'
import { routes, signInRoutes } from '../routes.ts'
import { clientPayloads } from '../sockets/timer-socket.ts'
import { TagIds } from '../words.ts'
import { measure } from './bounds.ts'
import { checker } from './validate.ts'

const check = checker(Type.Object({ tag_ids: TagIds }))

/** Returns a list that counts how many of its entries are read. */
function watchedList(length: number) {
  let reads = 0
  const list = new Proxy(Array<number>(length).fill(1), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key, receiver)
    },
  })
  return { list, reads: () => reads }
}

test('a list that is too long is rejected without reading its entries', () => {
  const { list, reads } = watchedList(400_000)
  assert.deepEqual(check({ tag_ids: list }), {
    ok: false,
    errors: [{ path: 'tag_ids', message: 'must not have more than 100 entries' }],
  })
  assert.equal(reads(), 0)
})

test('a map that is too long is rejected as a whole', () => {
  const ratios = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`k${n}`, 'not a number']))
  assert.deepEqual(checker(TagGroupPatch)({ goal_ratios: ratios }), {
    ok: false,
    errors: [{ path: 'goal_ratios', message: 'must not have more than 1000 entries' }],
  })
})

test('bad entries of a long list are reported by index', () => {
  const slot = { slot_date: '2026-01-15', start_time: '10:00', end_time: '11:00' }
  const slots = Array.from({ length: 10_000 }, () => slot)
  const checkSlots = checker(TimeSlots)
  assert.equal(checkSlots(slots).ok, true)
  const outcome = checkSlots(
    slots.with(9_999, { ...slot, start_time: '99:00' }).with(7, { ...slot, slot_date: 'x' }),
  )
  assert.deepEqual(outcome.ok ? [] : outcome.errors, [
    { path: '7.slot_date', message: 'must be a date (YYYY-MM-DD) of the years 1900 to 2200' },
    { path: '9999.start_time', message: 'must be a time of day (HH:MM:SS)' },
  ])
})

interface Shape {
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  maxItems?: number
  'x-maxItems'?: number
  maxProperties?: number
}

/** Returns the paths of lists and maps without a limit. */
function unbounded(shape: Shape, path: string): string[] {
  const own =
    (shape.items && shape.maxItems === undefined && shape['x-maxItems'] === undefined) ||
    (shape.patternProperties && shape.maxProperties === undefined)
  return [
    ...(own ? [path] : []),
    ...(shape.anyOf ?? []).flatMap(branch => unbounded(branch, path)),
    ...(shape.items ? unbounded(shape.items, `${path}[]`) : []),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, field]) => unbounded(field, `${path}.${name}`)),
  ]
}

test('every list and map of a request has a bound', () => {
  const requests = Object.entries<RouteGroup>({ ...routes, ...signInRoutes }).flatMap(([group, each]) =>
    Object.entries<Route>(each).flatMap(([name, { body, query, params }]) =>
      [body, query, params].flatMap(schema => (schema ? [[`${group}.${name}`, schema] as const] : [])),
    ),
  )
  const messages = Object.entries(clientPayloads)
  const all = [...requests, ...messages].map(([name, schema]) => ({ name, shape: schema as Shape }))
  assert.ok(all.length > 60)
  assert.ok(all.filter(({ shape }) => measure(shape as Type.TSchema)).length > 10)
  assert.deepEqual(
    all.flatMap(({ name, shape }) => unbounded(shape, name)),
    [],
  )
})
