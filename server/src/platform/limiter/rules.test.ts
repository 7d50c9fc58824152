import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { normalizePath } from './path.ts'
import { accountRuleFor, type RestRule, restRules, ruleLookup, signInRuleFor, socketRules } from './rules.ts'

const rules = restRules({ default_window_s: 60, default_max: 60 })
const ruleFor = ruleLookup(rules)
const id = '0198c1de-7a39-7000-8000-000000000001'

const rows: [method: string, target: string, key: string, max: number][] = [
  ['POST', '/v1/todos', 'todos.create', 30],
  ['POST', '/v1/schedules', 'schedules.create', 30],
  ['POST', '/v1/timers', 'timers.create', 30],
  ['POST', '/v1/tags', 'tags.create', 30],
  ['POST', '/v1/tags/groups', 'tag_groups.create', 30],
  ['POST', '/v1/friends/requests', 'friends.request', 20],
  ['GET', '/v1/todos', 'todos', 100],
  ['HEAD', '/v1/todos', 'todos', 100],
  ['GET', `/v1/todos/${id}`, 'todos', 100],
  ['POST', `/v1/todos/${id}/complete`, 'todos', 100],
  ['POST', '/v1/todos/', 'todos.create', 30],
  ['POST', '/v1/todos//', 'todos', 100],
  ['POST', '/v1/tags/groups/', 'tag_groups.create', 30],
  ['POST', '/v1/graphql/', 'graphql', 60],
  ['PATCH', `/v1/todos/${id}`, 'todos', 100],
  ['GET', '/v1/schedules', 'schedules', 60],
  ['POST', `/v1/schedules/${id}/todo`, 'schedules', 60],
  ['GET', '/v1/timers/active', 'timers', 60],
  ['GET', '/v1/tags', 'tags', 60],
  ['GET', '/v1/tags/groups', 'tags', 60],
  ['DELETE', `/v1/tags/groups/${id}`, 'tags', 60],
  ['POST', '/v1/graphql', 'graphql', 60],
  ['GET', '/v1/graphql', 'graphql', 60],
  ['POST', '/v1/graphql/x', 'default', 60],
  ['GET', '/v1/friends/requests', 'default', 60],
  ['POST', `/v1/friends/requests/${id}/accept`, 'default', 60],
  ['GET', '/v1/holidays', 'default', 60],
  ['GET', '/v1/todosx', 'default', 60],
  ['GET', '/v1/nowhere', 'default', 60],
  ['GET', '/v1/', 'default', 60],
  ['GET', '/v1', 'default', 60],
]

for (const [method, target, key, max] of rows) {
  test(`${method} ${target} matches ${key}, ${max} in 60 s, with either prefix`, () => {
    for (const spelling of [target, `/api${target}`, `${target}?a=/v1/todos&b=%zz`, `${target}#x`]) {
      const rule = ruleFor(method, spelling)
      assert.deepEqual([rule?.key, rule?.max, rule?.window_ms], [key, max, 60_000], spelling)
    }
  })
}

test('the settings change the rule of /v1/* and no other', () => {
  const changed = ruleLookup(restRules({ default_window_s: 5, default_max: 7 }))
  assert.deepEqual(
    [changed('GET', '/v1/holidays')?.max, changed('GET', '/v1/holidays')?.window_ms],
    [7, 5000],
  )
  assert.deepEqual(
    [changed('GET', '/v1/graphql')?.max, changed('GET', '/v1/graphql')?.window_ms],
    [60, 60_000],
  )
})

test('paths outside the API have no rule', () => {
  for (const target of [
    '/',
    '/health',
    '/docs',
    '/v1x',
    '/v2/todos',
    '/api',
    '/api/v1x',
    '/api/v2',
    '//v1/todos',
    '/V1/todos',
    '*',
    '',
  ]) {
    assert.equal(ruleFor('GET', target), undefined, target)
  }
})

test('an escaped path matches the rule of its plain form', () => {
  const spellings = [
    '/v1/%74odos',
    '/%76%31/todos',
    '/v1/t%6Fdo%73?x=1',
    '/%61pi/v1/todos',
    '/api/v%31/todo%73',
  ]
  for (const target of [...spellings, 'http://daymark.example/v1/todos', 'HTTPS://u@h:1/api/v1/%74odos?q']) {
    assert.equal(ruleFor('POST', target)?.key, 'todos.create', target)
  }
})

test('escapes that the router keeps are not decoded', () => {
  assert.equal(normalizePath('/v1%2Ftodos'), '/v1%2Ftodos')
  assert.equal(normalizePath('/v1/todos%3Fa'), '/v1/todos%3Fa')
  assert.equal(normalizePath('/v1/%2574odos'), '/v1/%74odos')
  assert.equal(normalizePath('/v1/todos/%zz'), '/v1/todos/%zz')
  assert.equal(normalizePath('/v1//todos'), '/v1//todos')
  assert.equal(normalizePath('http://host?/v1/todos'), '/')
  assert.equal(ruleFor('GET', '/v1/todos/%zz')?.key, 'todos')
})

function firstMatch(method: string, path: string): RestRule | undefined {
  return rules.find(rule => {
    const base = rule.pattern.replace(/\/\*$/, '')
    const pattern = new RegExp(`^${base}${base === rule.pattern ? '' : '(/.*)?'}$`, 's')
    return (rule.method ?? method) === method && pattern.test(path)
  })
}

test('the indexed lookup finds the same rule as a scan of the table', () => {
  const segment = fc.constantFrom(
    'v1',
    'todos',
    'tags',
    'groups',
    'friends',
    'requests',
    'graphql',
    'timers',
    '',
    'x',
  )
  const path = fc.array(segment, { maxLength: 5 }).map(segments => `/${segments.join('/')}`)
  const under = path.map(rest => `/v1${rest}`)
  fc.assert(
    fc.property(fc.constantFrom('GET', 'POST', 'DELETE'), fc.oneof(path, under), (method, target) => {
      assert.equal(ruleFor(method, target), firstMatch(method, normalizePath(target)))
    }),
    { numRuns: 2000 },
  )
})

test('keys of rules are unique', () => {
  const socket = socketRules({
    connect_window_s: 60,
    connect_max: 10,
    message_window_s: 60,
    message_max: 120,
  })
  const signIn = signInRuleFor('POST', '/auth/sign-in/email')
  const keys = [...rules, socket.connect, socket.message, ...(signIn ? [signIn] : [])].map(rule => rule.key)
  assert.ok(keys.length >= 17)
  assert.equal(new Set(keys).size, keys.length)
})

test('WebSocket rules come from their settings', () => {
  const settings = { connect_window_s: 2, connect_max: 3, message_window_s: 4, message_max: 5 }
  assert.deepEqual(socketRules(settings), {
    connect: { key: 'ws.connect', window_ms: 2000, max: 3 },
    message: { key: 'ws.message', window_ms: 4000, max: 5 },
  })
})

test('sign-in attempts have a rule of their own: 10 per minute', () => {
  for (const target of [
    '/auth/sign-in/email',
    '/auth/sign-up/email',
    '/%61uth/sign-in/email',
    '/auth//sign-in',
    '/auth/sign-out/../sign-in',
  ]) {
    assert.deepEqual(signInRuleFor('POST', target), { key: 'sign_in', window_ms: 60_000, max: 10 }, target)
  }
  for (const target of [
    '/auth/sign-out',
    '/auth/token?x=1',
    '/auth/refresh',
    '/auth',
    '/v1/todos',
    '/authx/y',
  ]) {
    assert.equal(signInRuleFor('POST', target), undefined, target)
  }
  assert.equal(signInRuleFor('GET', '/auth/jwks'), undefined)
})

test('other account requests have a generous rule', () => {
  assert.equal(accountRuleFor('POST', '/auth/sign-in')?.key, 'sign_in')
  for (const [method, target] of [
    ['POST', '/auth/token'],
    ['GET', '/auth/sessions'],
    ['DELETE', '/%61uth/sessions/1'],
  ] as const) {
    assert.deepEqual(accountRuleFor(method, target), { key: 'account', window_ms: 60_000, max: 300 }, target)
  }
  for (const [method, target] of [
    ['GET', '/auth/oauth/authorize?client_id=a'],
    ['POST', '/auth/oauth/device_authorization'],
  ] as const)
    assert.deepEqual(
      accountRuleFor(method, target),
      { key: 'sign_in.begin', window_ms: 60_000, max: 30 },
      target,
    )
  assert.equal(accountRuleFor('GET', '/auth/oauth/authorize/abc')?.key, 'account')
  for (const target of ['/v1/todos', '/config.json', '/auth', '/authx/y'])
    assert.equal(accountRuleFor('POST', target), undefined, target)
})
