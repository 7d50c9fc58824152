// Sends lists and maps with thousands of invalid entries, and megabyte-long texts, in every body field.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fullPath, type Route, type RouteGroup } from '@daymark/contract/route'
import { routes, signInRoutes } from '@daymark/contract/routes'
import { openVictim, type Victim } from './victim.ts'

const ENTRIES = 400_000
const AT_ONCE = 8
/** How many times every list or map field is tried. */
const TIMES = 2
const MEGABYTE = 1_000_000
/** The number of one-megabyte texts. They would fill the heap if the server kept them. */
const MANY_TEXTS = 260
const SOME_ID = '01900000-0000-7000-8000-000000000000'

interface Shape {
  type?: string
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
}

interface Field {
  path: readonly string[]
  kind: 'list' | 'map' | 'text'
  shape: Shape
}

function fieldsOf(shape: Shape, path: readonly string[] = []): Field[] {
  const inner = Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field, [...path, name]),
  )
  const branches = (shape.anyOf ?? []).flatMap(branch => fieldsOf(branch, path))
  const own: Field[] = shape.items
    ? [{ path, kind: 'list', shape }]
    : shape.patternProperties
      ? [{ path, kind: 'map', shape }]
      : shape.type === 'string'
        ? [{ path, kind: 'text', shape }]
        : []
  return [...own, ...inner, ...branches]
}

/** JSON text instead of an array, because serializing an array of this size would be slower. */
const LIST = `[${'1,'.repeat(ENTRIES - 1)}1]`
const MAP = `{${Array.from({ length: 80_000 }, (_, n) => `"k${n}":"x"`).join()}}`
let texts = 0
/** Returns a text that looks like a time zone name and differs on each call. */
const text = () => JSON.stringify(`Europe/${++texts}`.padEnd(MEGABYTE, 'x'))
const VALUES: Record<Field['kind'], () => string> = { list: () => LIST, map: () => MAP, text }

const bodyWith = ({ path, kind }: Field): string =>
  path.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, VALUES[kind]())

const tried = new Set<string>()

/** Keeps each field once per route group, because create, update and bulk routes share its schema. */
function firstOf(fields: readonly Field[], group: string): Field[] {
  return fields.filter(({ path, shape }) => {
    const key = `${group} ${path.at(-1)} ${JSON.stringify(shape)}`
    if (tried.has(key)) return false
    tried.add(key)
    return true
  })
}
const takingBodies = Object.entries<RouteGroup>({ ...routes, ...signInRoutes }).flatMap(([group, each]) =>
  Object.entries<Route>(each).flatMap(([name, route]) =>
    route.body
      ? [{ name: `${group}.${name}`, route, fields: firstOf(fieldsOf(route.body as Shape), group) }]
      : [],
  ),
)

describe('every field of every body', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim({ embedded: true })
  })
  after(() => victim.stop())

  async function send(name: string, route: Route, field: Field, token: string): Promise<void> {
    const path = fullPath(route).replaceAll(/\{\w+\}/g, SOME_ID)
    const { status } = await victim.request(path, { method: route.method, token, body: bodyWith(field) })
    // GraphQL reports errors with status 200.
    const refused = name === 'calendar.query' || (status >= 400 && status < 500)
    assert.ok(refused, `${name} ${field.path.join('.')}: ${status}`)
  }

  it('is covered by this test', () => {
    const kinds = takingBodies.flatMap(({ fields }) => fields.map(({ kind }) => kind))
    for (const [kind, least] of [
      ['list', 15],
      ['map', 2],
      ['text', 60],
    ] as const) {
      assert.ok(kinds.filter(each => each === kind).length >= least, `few fields are a ${kind}`)
    }
  })

  for (const kind of ['list', 'map', 'text'] as const) {
    it(`survives a huge ${kind}`, async () => {
      const token = await victim.token(`attacker-${kind}`)
      const once = takingBodies.flatMap(({ name, route, fields }) =>
        fields.filter(each => each.kind === kind).map(field => ({ name, route, field })),
      )
      const [all, atOnce] =
        kind === 'text' ? [once, 1] : [Array.from({ length: TIMES }, () => once).flat(), AT_ONCE]
      await victim.withstands(async () => {
        for (let sent = 0; sent < all.length; sent += atOnce) {
          const some = all.slice(sent, sent + atOnce)
          await Promise.all(some.map(({ name, route, field }) => send(name, route, field, token)))
        }
      })
    })
  }

  it('survives many names of time zones that do not exist', async () => {
    const token = await victim.token('attacker-zones')
    const field: Field = { path: ['timezone'], kind: 'text', shape: {} }
    await victim.withstands(async () => {
      for (let sent = 0; sent < MANY_TEXTS; sent += AT_ONCE) {
        await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            send('schedules.create', routes.schedules.create, field, token),
          ),
        )
      }
    })
  })
})
