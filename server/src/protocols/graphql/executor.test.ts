// Compares the executor with graphql-js.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, execute, parse } from 'graphql'
import { graphqlExecutor } from './executor.ts'

const schema = buildSchema(`
  type Query { world(name: String!, filter: Filter): World! maybe(fail: Boolean): World }
  input Filter { ids: [ID!] }
  type World { name: String! towns: [Town!]! ruler: Person }
  type Town { name: String! mayor: Person people: [Person!]! }
  type Person { name: String! age: Int isKind: Boolean! }
`)

const person = (name: string) => ({ name, age: name.length, isKind: name > 'M' })
const worldOf = (name: string) => ({
  name,
  ruler: null,
  towns: ['Ur', 'Rome'].map(town => ({
    name: town,
    mayor: town === 'Ur' ? null : person('Nero'),
    people: [person('Ann'), person('Zoe')],
  })),
})

const fields = schema.getQueryType()?.getFields() ?? {}
if (fields['world']) fields['world'].resolve = async (_source, args) => worldOf(args['name'])
if (fields['maybe']) {
  fields['maybe'].resolve = async (_source, args) => {
    if (args['fail']) throw new Error('It failed.')
    return null
  }
}

const limits = {
  characters: 10_000,
  tokens: 1_000,
  depth: 10,
  fields: 100,
  aliases: 20,
  variables: { depth: 3, values: 50, characters: 200 },
  answer: 2_000,
}
const ask = graphqlExecutor(schema, { introspection: true, limits })
async function run(query: string, variables: Record<string, unknown> = {}, operation_name?: string) {
  const { data, errors } = await ask({ query, variables, operation_name }, {})
  return { ...(data && { data: JSON.parse(data.join('')) as unknown }), ...(errors && { errors }) }
}

describe('answers like graphql-js', () => {
  const queries: [query: string, variables?: Record<string, unknown>][] = [
    ['{ world(name: "a") { name } }'],
    ['{ world(name: "a") { name ruler { name } towns { name mayor { name age } } } }'],
    ['{ a: world(name: "a") { n: name } b: world(name: "b") { name, towns { t: name, name } } }'],
    [
      '{ __typename world(name: "a") { __typename towns { kind: __typename people { __typename isKind } } } }',
    ],
    ['{ world(name: "a") { towns { name } } world(name: "a") { towns { people { name } } name } }'],
    [
      '{ world(name: "a") { ...W ... on World { towns { ...T } } } } fragment W on World { name towns { name } } fragment T on Town { mayor { age } }',
    ],
    [
      'query ($n: String!, $yes: Boolean!) { world(name: $n) { name @skip(if: $yes) towns @include(if: $yes) { name } ... @skip(if: $yes) { ruler { name } } } }',
      { n: 'v', yes: true },
    ],
    [
      'query ($n: String!, $yes: Boolean!) { world(name: $n) { name @skip(if: $yes) towns @include(if: $yes) { name } ...W @include(if: $yes) } } fragment W on World { name }',
      { n: 'v', yes: false },
    ],
    ['query ($n: String = "default") { world(name: $n) { name } }'],
    ['query ($ids: [ID!]) { world(name: "a", filter: { ids: $ids }) { name } }', { ids: [1, 'x'] }],
    ['{ maybe { name } }'],
    ['{ world(name: "a") { __proto__: name name @skip(if: true) towns { name @skip(if: true) } } }'],
    ['{ maybe @skip(if: true) { name } }'],
    ['{ world(name: "\\"\\n\\u2028") { name } }'],
    ['{ maybe(fail: true) { name } world(name: "a") { name } }'],
    ['query ($n: String!) { world(name: $n) { name } }'],
    ['query ($n: String!) { world(name: $n) { name } }', { n: 5 }],
    ['query A { maybe { name } } query B { maybe { name } }'],
    ['{ __schema { queryType { name } } __type(name: "Town") { fields { name } } }'],
  ]

  for (const [query, variables] of queries) {
    it(query, async () => {
      const expected = await execute({ schema, document: parse(query), variableValues: variables ?? {} })
      const got = await run(query, variables)
      assert.deepEqual(JSON.parse(JSON.stringify(got)), JSON.parse(JSON.stringify(expected)))
    })
  }
})

describe('limits', () => {
  const QUERY = 'query ($f: Filter) { world(name: "a", filter: $f) { name } }'
  const messagesOf = async (...call: Parameters<typeof run>) =>
    ((await run(...call)).errors ?? []).map(error => error.message)

  it('rejects variables that are too many, too long or too deep, without reading the rest', async () => {
    assert.deepEqual(await messagesOf(QUERY, { f: { ids: Array(48).fill('x') } }), [])
    assert.deepEqual(await messagesOf(QUERY, { f: { ids: Array(60_000).fill({}) } }), [
      'The variables contain too many values; 50 are allowed.',
    ])
    assert.deepEqual(await messagesOf(QUERY, { f: { ids: ['x'.repeat(201)] } }), [
      'The variables contain too many characters; 200 are allowed.',
    ])
    assert.deepEqual(await messagesOf(QUERY, { f: [[['x']]] }), [
      'The variables are nested too deeply; 3 levels are allowed.',
    ])
  })

  it('reports at most 20 errors of variables', async () => {
    const bad = await messagesOf(QUERY, { f: { ids: Array(40).fill(1.5) } })
    assert.equal(bad.length, 21)
    assert.match(bad.at(-1) ?? '', /Too many errors/)
  })

  it('rejects an answer that aliases make too large', async () => {
    const repeated = Array.from({ length: 20 }, (_, at) => `a${at}: name`).join(' ')
    const query = `query ($n: String!) { world(name: $n) { ${repeated} } }`
    // Each alias adds its name, quotes, a colon and a comma to the response.
    assert.deepEqual(await messagesOf(query, { n: 'x'.repeat(91) }), [])
    assert.match((await messagesOf(query, { n: 'x'.repeat(92) }))[0] ?? '', /too large/)
  })

  it('caches nothing by the name of an operation', async () => {
    assert.match(
      (await messagesOf('query A { maybe { name } }', {}, 'x'.repeat(1_000)))[0] ?? '',
      /Unknown operation/,
    )
  })
})
