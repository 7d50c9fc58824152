import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { AREAS, accessOf, allows, SCOPES, type Scope } from '@daymark/contract/accounts/scopes'
import { fullPath, type Route } from '@daymark/contract/route'
import { routes, signInRoutes } from '@daymark/contract/routes'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'

/** Areas whose routes need no token, check scopes elsewhere, or do not accept personal access tokens. */
const WITHOUT_SCOPE = [
  ...[
    'accountMail',
    'apps',
    'administration',
    'audit',
    'changes',
    'deletion',
    'devicePasswords',
    'guests',
    'holidays',
    'jobs',
    'openings',
    'personalData',
    'quickAdd',
    'sessions',
  ],
  'passkeys',
  'tokens',
  'totp',
]
/** Maps areas to the area whose scope they use. */
const BORROWED = { calendar: 'schedules', imports: 'schedules' } as Record<string, string>

test('the areas are the groups of the route table', () => {
  const groups = Object.keys(routes).filter(name => !WITHOUT_SCOPE.includes(name) && !(name in BORROWED))
  assert.deepEqual([...AREAS], groups)
})

test('neither access includes the other, and an area does not include another', () => {
  for (const area of AREAS) {
    assert.ok(allows(['read'], area, 'read'))
    assert.ok(!allows(['read'], area, 'write'))
    assert.ok(!allows(['write'], area, 'read'))
    for (const other of AREAS) {
      assert.equal(allows([`${area}:read`], other, 'read'), area === other)
      assert.ok(!allows([`${area}:read`], other, 'write'))
    }
  }
  for (const nothing of ['tokens', 'accounts', 'holidays', undefined]) {
    assert.ok(!allows([...SCOPES], nothing, 'read'))
  }
})

interface Case {
  area: string
  route: Route
}

const cases: Case[] = Object.entries({ ...routes, accounts: signInRoutes.accounts }).flatMap(
  ([area, group]) => Object.values<Route>(group).map(route => ({ area, route })),
)

const mayPass = ({ area, route }: Case, scope: Scope): boolean => {
  if (route.auth === 'none') return true
  const { area: needed, access } = route.needs ?? { area, access: accessOf(route.method) }
  return allows([scope], needed, access)
}

/**
 * Returns the scopes for all areas, the scopes of the route's area and, for most routes, the scopes of one other area.
 * One other area is enough, because another test checks that no area includes another. For routes without an area,
 * returns all scopes.
 */
function scopesFor({ area, route }: Case, place: number): readonly Scope[] {
  const needed = route.needs?.area ?? area
  if (!AREAS.some(each => each === needed)) return SCOPES
  const own = [needed, AREAS[place % AREAS.length]]
  return SCOPES.filter(scope => !scope.includes(':') || own.includes(scope.split(':')[0]))
}

describe('every route with the scopes that matter to it', () => {
  let server: EmbeddedApp
  const tokens = new Map<Scope, string>()
  before(async () => {
    server = await startEmbedded(await openFreshSqlite())
    const { client } = await server.join()
    for (const scope of SCOPES) {
      tokens.set(scope, (await client.tokens.create({ body: { name: scope, scopes: [scope] } })).token)
    }
  })
  after(() => server.close())

  const send = ({ route }: Case, scope: Scope) =>
    server.fetch(fullPath(route).replace(/\{\w+\}/g, '01a1dd40-93c2-7156-a99d-dae837885b29'), {
      method: route.method,
      headers: {
        authorization: `Bearer ${tokens.get(scope)}`,
        ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      // Sends an invalid body, so that a request that passes the scope check changes nothing.
      ...(route.method !== 'GET' && { body: '[]' }),
    })

  it('403 with a message without the scope, anything else with it', async () => {
    let refused = 0
    for (const [place, each] of cases.entries()) {
      for (const scope of scopesFor(each, place)) {
        const response = await send(each, scope)
        const what = `${each.route.method} ${fullPath(each.route)} with ${scope}`
        const { detail } = (await response.clone().json()) as { detail?: string }
        const isRefused = response.status === 403 && /scope|^Personal access tokens/.test(detail ?? '')
        assert.equal(!isRefused, mayPass(each, scope), `${what}: ${response.status} ${detail}`)
        if (isRefused) refused++
      }
    }
    assert.ok(refused > 1000, `${refused} refusals`)
  })

  it('a read token changes nothing on any route', async () => {
    for (const each of cases.filter(({ route }) => route.method !== 'GET' && !route.needs && !route.auth)) {
      assert.equal((await send(each, 'read')).status, 403, `${each.route.method} ${each.route.path}`)
    }
  })

  it('quick add needs the write scope of what the line creates', async () => {
    const add = async (scope: Scope, text: string) => {
      const response = await server.fetch('/v1/quick_add', {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.get(scope)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text, dry_run: true }),
      })
      return [response.status, ((await response.json()) as { detail?: string }).detail]
    }
    assert.deepEqual(await add('todos:write', 'Water the plants'), [200, undefined])
    assert.deepEqual(await add('todos:write', 'Lunch tomorrow at 12:30'), [
      403,
      'This access token lacks the scope schedules:write.',
    ])
    assert.deepEqual(await add('timers:write', 'start reading'), [200, undefined])
    assert.deepEqual(await add('tags:write', 'start reading'), [
      403,
      'This access token lacks the scope todos:write or schedules:write or timers:write.',
    ])
  })

  it('the message names the missing scope', async () => {
    const read = { headers: { authorization: `Bearer ${tokens.get('todos:read')}` } }
    const detail = async (path: string, init: RequestInit) =>
      ((await (await server.fetch(path, init)).json()) as { detail: string }).detail
    assert.equal(await detail('/v1/tags', read), 'This access token lacks the scope tags:read.')
    assert.equal(
      await detail('/v1/tokens', read),
      'Personal access tokens and connected apps cannot do this. Sign in to Daymark instead.',
    )
    assert.equal(
      await detail('/auth/account', read),
      'Personal access tokens and connected apps cannot do this. Sign in to Daymark instead.',
    )
  })
})
