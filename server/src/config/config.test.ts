import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { configWarnings } from './config-warnings.ts'

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('no settings at all give a working configuration on SQLite', () => {
  const config = readConfig({})
  assert.equal(config.HOST, '127.0.0.1')
  assert.equal(config.PORT, 2614)
  assert.equal(config.PUBLIC_URL, 'http://localhost:2614')
  assert.deepEqual(config.database, { kind: 'sqlite', path: 'data/daymark.db' })
  assert.equal(config.RATE_LIMIT_ENABLED, true)
  assert.equal(config.production, false)
})

test('an empty variable counts as absent', () => {
  assert.equal(readConfig({ PORT: '', LOG_LEVEL: ' ' }).PORT, 2614)
})

test('every invalid variable is named, in one report', () => {
  const faults = faultsOf({
    PORT: 'http',
    LOG_LEVEL: 'loud',
    WS_CONNECT_MAX: '0',
    DATABASE_URL: 'mysql://x',
    CDN_ENABLED: 'true',
  })
  for (const name of ['PORT', 'LOG_LEVEL', 'WS_CONNECT_MAX', 'DATABASE_URL', 'CDN_IP_LIST_URLS']) {
    assert.equal(faults.filter(fault => fault.startsWith(name)).length, 1, name)
  }
  assert.equal(faults.length, 5)
})

test('the public address has nothing after its path, and a header has a possible name', () => {
  for (const bad of [
    'https://a:b@day.example',
    'https://day.example?x',
    'https://day.example/#x',
    'day.example',
  ])
    assert.match(faultsOf({ PUBLIC_URL: bad })[0] ?? '', /^PUBLIC_URL must/, bad)
  assert.equal(readConfig({ PUBLIC_URL: 'https://day.example/a/' }).PUBLIC_URL, 'https://day.example/a')
  assert.match(faultsOf({ CDN_CONNECTING_IP_HEADER: 'Client IP:' })[0] ?? '', /must be the name of a header$/)
})

test('several workers need PostgreSQL and Redis', () => {
  const DATABASE_URL = 'postgres://localhost/daymark'
  assert.match(faultsOf({ WORKERS: '2', REDIS_URL: 'redis://x' })[0] ?? '', /^WORKERS must be 1 with SQLite/)
  assert.match(faultsOf({ WORKERS: '2', DATABASE_URL })[0] ?? '', /^WORKERS must be 1 without REDIS_URL/)
  assert.match(faultsOf({ WORKERS: 'all' })[0] ?? '', /^WORKERS must be a whole number .*, or auto$/)
  const both = { DATABASE_URL, REDIS_URL: 'redis://x' }
  assert.equal(readConfig({ ...both, WORKERS: '3' }).WORKERS, 3)
  assert.equal(readConfig({ ...both, WORKERS: 'auto' }).WORKERS, availableParallelism())
})

test('windows and maxima are whole numbers from 1 on', () => {
  const names = [
    'RATE_LIMIT_DEFAULT_WINDOW',
    'RATE_LIMIT_DEFAULT_REQUESTS',
    'WS_CONNECT_WINDOW',
    'WS_CONNECT_MAX',
    'WS_MESSAGE_WINDOW',
    'WS_MESSAGE_MAX',
    'WS_MAX_CONNECTIONS_PER_USER',
  ]
  for (const name of names) {
    for (const value of ['0', '-1', '1.5', 'x', '1e3'])
      assert.equal(faultsOf({ [name]: value }).length, 1, `${name}=${value}`)
    assert.deepEqual(faultsOf({ [name]: '1' }), [])
  }
  for (const name of ['JWT_LEEWAY_S', 'CDN_IP_CACHE_TTL']) {
    assert.deepEqual(faultsOf({ [name]: '0' }), [])
    assert.equal(faultsOf({ [name]: '-1' }).length, 1)
  }
})

test('tokens issued for other applications are rejected: the audience defaults to the client id, and one of them is required', () => {
  const OIDC_ISSUER_URL = 'https://id.example'
  const audience = (settings: Record<string, string>) =>
    readConfig({ OIDC_ISSUER_URL, ...settings }).OIDC_AUDIENCE
  assert.equal(audience({ OIDC_CLIENT_ID: 'web' }), 'web')
  assert.equal(audience({ OIDC_CLIENT_ID: 'web', OIDC_AUDIENCE: 'api' }), 'api')
  assert.equal(audience({ OIDC_AUDIENCE: '*' }), '*')
  const [fault, ...more] = faultsOf({ OIDC_ISSUER_URL })
  assert.match(fault ?? '', /^OIDC_AUDIENCE or OIDC_CLIENT_ID must be set .* other applications/)
  assert.deepEqual(more, [])
  assert.deepEqual(faultsOf({}), [])
})

test('a setting of an earlier version is no fault, but a warning', () => {
  const [warning] = configWarnings(readConfig({ RESPONSE_CACHE_MB: '16' }))
  assert.equal(warning?.what, 'RESPONSE_CACHE_MB has no effect any more: responses are no longer cached.')
})

test('settings that are valid but weaken security cause a warning', () => {
  const warnings = (settings: Record<string, string>) =>
    configWarnings(readConfig(settings)).map(({ what }) => what.split(' ')[0])
  assert.deepEqual(warnings({}), [])
  assert.deepEqual(warnings({ OIDC_ISSUER_URL: 'https://id.example', OIDC_AUDIENCE: '*' }), [
    'OIDC_AUDIENCE=*',
  ])
  assert.deepEqual(warnings({ ACCOUNTS_TRUST_EMAIL: 'true' }), ['ACCOUNTS_TRUST_EMAIL=true'])
  assert.deepEqual(warnings({ ACCOUNTS_TRUST_EMAIL: 'true', ACCOUNTS_SIGNUP: 'closed' }), [])
  assert.deepEqual(warnings({ OIDC_CLIENT_ID: 'web' }), ['OIDC_CLIENT_ID'], 'there is no provider')
  assert.deepEqual(warnings({ PUBLIC_URL: 'http://localhost/daymark' }), ['PUBLIC_URL'])
  const elsewhere = { OIDC_ISSUER_URL: 'https://id.example', OIDC_CLIENT_ID: 'web' }
  assert.deepEqual(warnings({ ...elsewhere, ACCOUNTS_TRUST_EMAIL: 'true' }), [], 'there are no accounts here')
})

test('the four forms of a database address', () => {
  const database = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).database
  assert.deepEqual(database('sqlite:/var/lib/x.db'), { kind: 'sqlite', path: '/var/lib/x.db' })
  assert.deepEqual(database('sqlite::memory:'), { kind: 'sqlite', path: ':memory:' })
  assert.deepEqual(database('postgres://u@h/d'), { kind: 'postgres', url: 'postgres://u@h/d' })
  assert.deepEqual(database('postgresql://u@h/d'), { kind: 'postgres', url: 'postgresql://u@h/d' })
})

test('an address of PostgreSQL with characters that must be escaped is refused without repeating it', () => {
  const fault = (DATABASE_URL: string) => faultsOf({ DATABASE_URL }).join()
  assert.match(fault('postgres://a%b:pw@h/d'), /^DATABASE_URL has a % in the user .*: write %25 for %$/)
  assert.match(fault('postgres://a:pw@h/50%'), /^DATABASE_URL has a % /)
  assert.match(fault('postgres://a:top/secret@h/d'), /^DATABASE_URL is not a valid address: write postgres:/)
  assert.match(fault('postgres://a:12/secret@h/d'), /^DATABASE_URL has a \/ or # in the password/)
  assert.doesNotMatch(fault('postgres://a:12/secret@h/d'), /secret@/)
  assert.equal(fault('postgres://a%25b:50%off@h/d'), '', 'the driver accepts a % in the password')
})

test('origins of sockets are those of their pages', () => {
  const origins = readConfig({
    CORS_ALLOWED_ORIGINS: 'https://a.example, wss://b.example:8443 ,*',
  }).CORS_ALLOWED_ORIGINS
  assert.deepEqual(origins, ['https://a.example', 'https://b.example:8443', '*'])
  assert.equal(faultsOf({ CORS_ALLOWED_ORIGINS: 'https://a.example/path' }).length, 1)
})

test('a Redis address with an unencoded % is refused with a sentence', () => {
  for (const REDIS_URL of ['redis://:a%b@h', 'redis+sentinel://:a%b@h/main', 'redis+cluster://x%:y@h']) {
    assert.match(faultsOf({ REDIS_URL })[0] ?? '', /^REDIS_URL must be redis:\/\/host:port/)
  }
})
