// Compares our decoder with TypeBox's own, for random values and for the recorded requests of the contract.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Check, Decode } from 'typebox/value'
import fc, { runs } from '../../../scripts/test/properties.ts'
import { recordedOf } from '../documents/recorded.ts'
import { VisibilitySettings } from '../people/visibility.ts'
import type { Route } from '../route.ts'
import { routes } from '../routes.ts'
import { Clearable, Color, Instant, Nullable, OneOfAnyCase, TagIds, Title, UuidIn } from '../words.ts'
import { decoder } from './decode.ts'

const ID = '01A1DD40-93C2-7156-A99D-DAE837885B29'

const Everything = Type.Object({
  title: Title,
  note: Clearable(Title),
  at: Type.Optional(Instant),
  id: Nullable(UuidIn),
  ids: Clearable(TagIds),
  colors: Type.Optional(Type.Array(Color)),
  nested: Type.Optional(
    Type.Object({ level: OneOfAnyCase(['one', 'two']), plain: Type.Optional(Type.Number()) }),
  ),
  map: Type.Optional(Type.Record(Type.String(), Title)),
  sharing: Clearable(VisibilitySettings),
  either: Type.Optional(Type.Union([Type.Object({ a: Title }), Type.Object({ b: Instant }), Color])),
  list: Type.Optional(Type.Array(Nullable(Type.Object({ at: Instant })))),
  any: Type.Optional(Type.Unknown()),
})

const text = fc.constantFrom(' trimmed ', 'x')
const instant = fc.constantFrom('2026-01-15T10:00:00', '2026-01-15T19:00:00.5+09:00')
const level = fc.constantFrom('Public', 'friends', 'ALLOWED_EMAILS')
const everything = fc.record(
  {
    title: text,
    note: fc.option(text),
    at: instant,
    id: fc.constantFrom(ID, null),
    ids: fc.option(fc.array(fc.constantFrom(ID, ID.toLowerCase()))),
    colors: fc.array(fc.constantFrom('#aabbcc', '#ABCDEF')),
    nested: fc.record(
      { level: fc.constantFrom('ONE', 'two'), plain: fc.integer(), extra: fc.boolean() },
      { requiredKeys: ['level'] },
    ),
    map: fc.dictionary(fc.constantFrom('a', '__proto__', 'b c'), text),
    sharing: fc.option(
      fc.record(
        { level, allowed_emails: fc.array(fc.constantFrom(' A@b.c', 'a@b.c')) },
        { requiredKeys: ['level'] },
      ),
    ),
    either: fc.oneof(
      fc.record({ a: text, extra: fc.nat() }),
      fc.record({ b: instant }),
      fc.constant('#aabbcc'),
    ),
    list: fc.array(fc.option(fc.record({ at: instant, extra: fc.nat() }))),
    // Excludes keys that TypeBox drops, because our decoder does not change untyped values.
    any: fc.jsonValue().filter(value => !/"(__proto__|prototype|constructor)"/.test(JSON.stringify(value))),
    extra: fc.jsonValue(),
  },
  { requiredKeys: ['title', 'id'] },
)

test('random values are decoded as the library decodes them', () => {
  const decode = decoder(Everything)
  fc.assert(
    fc.property(everything.map(plain), value => {
      fc.pre(Check(Everything, value))
      const copy = structuredClone(value)
      assert.deepEqual(plain(decode(value)), plain(Decode(Everything, structuredClone(value))))
      assert.deepEqual(value, copy, 'the input is not modified')
    }),
    { numRuns: runs(1000) },
  )
})

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('every request of the contract can be decoded', () => {
  let examples = 0
  for (const [feature, group] of Object.entries(routes)) {
    for (const [name, route] of Object.entries<Route>(group)) {
      for (const schema of [route.params, route.query, route.body]) if (schema) decoder(schema)
      const { body } = recordedOf(`${feature}.${name}`).request
      if (!route.body || body === undefined) continue
      examples++
      assert.deepEqual(decoder(route.body)(body), Decode(route.body, structuredClone(body)), route.path)
    }
  }
  assert.ok(examples > 10, `${examples} examples`)
})

test('an unknown schema is refused, not half decoded', () => {
  assert.throws(
    () => decoder(Type.Intersect([Type.Object({ a: Title }), Type.Object({ b: Title })])),
    /allOf/,
  )
  assert.throws(() => decoder(Type.Tuple([Title])), /does not support/)
})
