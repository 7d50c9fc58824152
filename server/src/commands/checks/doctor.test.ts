import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { migratedPostgresUrl, ownDatabaseUrl } from '../../../test/support/storages.ts'
import { ConfigError, readConfig } from '../../config/config.ts'
import { openSecret } from '../../features/accounts/keys/secret.ts'
import { openAccounts } from '../../features/accounts/open.ts'
import { personalTokens } from '../../features/tokens/revoke-all.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { backupName, makeBackup } from '../../platform/storage/copies/archive/backups.ts'
import { openStorage } from '../../platform/storage/open.ts'
import { openPostgresStorage } from '../../platform/storage/postgres/postgres.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

type Settings = Record<string, string>

const NOW = Date.now()
const HOUR = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'daymark-doctor-'))
const healthy = join(folder, 'healthy')
const web = join(folder, 'web')
const space = async () => ({ free: 50e9, total: 100e9 })

const findings = (settings: Settings, around = {}): Promise<Finding[]> =>
  examine(() => readConfig({ PORT: '0', PUBLIC_URL: 'http://localhost', ...settings }), {
    now: NOW,
    web,
    space,
    ...around,
  })

/** Copies the healthy data and adds one fault. */
function ill(plant: (data: string, database: string) => void): Settings {
  const DATA_DIR = join(folder, randomBytes(6).toString('hex'))
  cpSync(healthy, DATA_DIR, { recursive: true })
  plant(DATA_DIR, join(DATA_DIR, 'daymark.db'))
  return { DATA_DIR }
}

const onFile = (statement: string) => (_data: string, path: string) => {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(statement)
  database.close()
}

const listening: Server[] = []
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  listening.push(server)
  return (server.address() as AddressInfo).port
}

/** Replies to INFO with `facts`, and to everything else with OK. */
const fakeRedis = (facts: string) =>
  listen(
    createServer(socket => {
      socket.on('data', data => {
        const commands = String(data).match(/\*\d+\r\n\$\d+\r\n[a-z]+/gi) ?? []
        for (const command of commands)
          socket.write(/info/i.test(command) ? `$${facts.length}\r\n${facts}\r\n` : '+OK\r\n')
      })
      socket.on('error', () => {})
    }),
  )

interface FakeIssuer {
  issuer?: string
  keys?: unknown[]
  date?: string
}

async function fakeIssuer({ issuer, keys = [{}], date }: FakeIssuer): Promise<Settings> {
  const server = createHttpServer((request, response) => {
    const own = `http://${request.headers.host}`
    if (date !== undefined) response.setHeader('date', date)
    response.end(JSON.stringify({ issuer: issuer ?? own, jwks_uri: `${own}/keys`, keys }))
  })
  const port = await listen(server)
  return { OIDC_ISSUER_URL: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'web' }
}

before(async () => {
  mkdirSync(web)
  writeFileSync(join(web, 'index.html'), '')
  const config = readConfig({ DATA_DIR: healthy })
  const storage = await openStorage(config.database)
  const { admin } = await openAccounts({
    config,
    storage,
    clock: systemClock,
    issuer: () => 'x',
    personalTokens: personalTokens(systemClock),
  })
  await admin.create('ann@example.org', 'Ann', 'my own long phrase')
  await storage.close()
})
after(() => {
  for (const server of listening) server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function assertFound(
  state: Finding['state'],
  sentence: RegExp,
  found: readonly Finding[],
): Promise<void> {
  const match = found.find(finding => finding.state === state && sentence.test(finding.what))
  assert.ok(match, `${sentence} is missing in ${JSON.stringify(found, null, 1)}`)
}

it('a healthy server on SQLite has no warnings', async () => {
  const found = await findings({ DATA_DIR: healthy })
  assert.deepEqual(
    found.filter(({ state }) => state !== 'ok'),
    [],
  )
  assert.ok(
    found.some(({ what }) => /^Secret: matches the database \(fingerprint [\da-f]{12}\)\.$/.test(what)),
  )
})

const SETTINGS: [Finding['state'], RegExp, Settings][] = [
  ['bad', /PORT must be a whole number/, { PORT: 'x' }],
  ['bad', /ACCOUNT_SIGNUP is not a setting. Did you mean ACCOUNTS_SIGNUP/, { ACCOUNT_SIGNUP: 'closed' }],
  ['bad', /DATABASE_URL must be/, { DATABASE_URL: 'mysql://x' }],
  ['bad', /OIDC_AUDIENCE or OIDC_CLIENT_ID must be set/, { OIDC_ISSUER_URL: 'https://id.example' }],
  ['warning', /ACCOUNTS_TRUST_EMAIL=true with open/, { ACCOUNTS_TRUST_EMAIL: 'true' }],
  ['warning', /sent unencrypted/, { PUBLIC_URL: 'http://daymark.example.org' }],
  [
    'warning',
    /everyone can open the GraphQL and WebSocket playgrounds/,
    { PUBLIC_URL: 'https://daymark.example.org' },
  ],
  ['warning', /TRUSTED_PROXY_IPS is not set/, { PUBLIC_URL: 'https://daymark.example.org' }],
  ['warning', /trusts every address/, { TRUSTED_PROXY_IPS: '0.0.0.0/0' }],
  ['warning', /requests are not limited/, { RATE_LIMIT_ENABLED: 'false' }],
  ['warning', /every website/, { CORS_ALLOWED_ORIGINS: '*' }],
  ['warning', /SQLite serves only one instance/, { REDIS_URL: 'redis://127.0.0.1:9' }],
  ['warning', /Redis: cannot be reached: connect ECONNREFUSED/, { REDIS_URL: 'redis://127.0.0.1:9' }],
  ['bad', /MAIL_FROM must be set when SMTP_URL is/, { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ['bad', /MAIL_FROM must be an email address/, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Daymark' }],
  ['warning', /SQLite in memory/, { DATABASE_URL: 'sqlite::memory:' }],
]

describe('planted faults of settings', () => {
  for (const [state, sentence, settings] of SETTINGS)
    it(`${JSON.stringify(settings)}: ${sentence.source}`, async () =>
      assertFound(state, sentence, await findings({ DATA_DIR: healthy, ...settings })))

  it('a file of settings that does not exist', async () => {
    const missing = new ConfigError(['DAYMARK_ENV_FILE names a file that cannot be found: /nowhere'])
    const found = await examine(
      () => {
        throw missing
      },
      { now: NOW, web, space },
    )
    assert.deepEqual(found, [{ state: 'bad', what: `Settings: ${missing.faults[0]}.` }])
  })
})

const FILES: [Finding['state'], RegExp, (data: string, database: string) => void][] = [
  ['bad', /is not a SQLite database/, (_, path) => writeFileSync(path, 'nonsense '.repeat(1000))],
  ['warning', /daymark\.db is empty: the next start creates/, (_, path) => writeFileSync(path, '')],
  ['bad', /damaged/, (_, path) => writeFileSync(path, Buffer.alloc(8192, 0x7f), { flag: 'r+' })],
  [
    'warning',
    /older version: .* \(1 migration\)/,
    onFile('delete from migrations where position = (select max(position) from migrations)'),
  ],
  [
    'bad',
    /newer Daymark/,
    onFile(`insert into migrations (position, name, checksum) values (9999, 'future', 'x')`),
  ],
  [
    'bad',
    /of the database differs from the migration/,
    onFile(`update migrations set checksum = 'x' where position = 3`),
  ],
  [
    'bad',
    /row of tags references a missing row/,
    onFile(
      `insert into tags (id, owner_id, group_id, name, color, created_at, updated_at) values ('a', 'nobody', 'none', 'x', '#000000', 0, 0)`,
    ),
  ],
  [
    'bad',
    /behind the last change/,
    onFile(
      `insert into users (id, display_name, email_verified, friend_code, claims_at, created_at, updated_at) values ('x', 'X', 0, 'X', 0, 0, ${NOW + 9 * HOUR})`,
    ),
  ],
  [
    'warning',
    /write-ahead log takes up 300/,
    (_, path) => {
      writeFileSync(`${path}-wal`, '')
      truncateSync(`${path}-wal`, 300e6)
    },
  ],
  ['bad', /Secret: The file .*secrets.json is missing/, data => rmSync(join(data, 'secrets.json'))],
  ['bad', /Secret: .*secrets.json is damaged/, data => writeFileSync(join(data, 'secrets.json'), '{')],
  [
    'bad',
    /Secret: This database was set up not with the secret/,
    data => writeFileSync(join(data, 'secrets.json'), JSON.stringify({ auth_secret: 'x'.repeat(64) })),
  ],
  [
    'warning',
    /other users of this machine can read .*secrets.json/,
    data => chmodSync(join(data, 'secrets.json'), 0o644),
  ],
  ['warning', /other users of this machine can read .*daymark.db/, (_, path) => chmodSync(path, 0o640)],
  [
    'bad',
    /not a folder|is a file/,
    data => {
      rmSync(data, { recursive: true })
      writeFileSync(data, '')
    },
  ],
]

describe('planted faults of files', () => {
  for (const [state, sentence, plant] of FILES)
    it(sentence.source, async () => assertFound(state, sentence, await findings(ill(plant))))

  it('AUTH_SECRET of another database', async () => {
    const settings = { DATA_DIR: healthy, AUTH_SECRET: 'another secret of at least 32 characters' }
    await assertFound('bad', /Secret: .*not with this AUTH_SECRET/, await findings(settings))
  })

  it('a disk that is full, or almost', async () => {
    const with_ = (free: number) =>
      findings({ DATA_DIR: healthy }, { space: async () => ({ free, total: 100e9 }) })
    await assertFound('bad', /almost full/, await with_(1e6))
    await assertFound('warning', /less than 5%/, await with_(0.9e9))
  })

  it('a web app that is not built', async () => {
    await assertFound('warning', /Web app: not built/, await findings({ DATA_DIR: healthy }, { web: folder }))
  })

  it('backups that are missing, old, damaged, or have no folder', async () => {
    const BACKUP_DIR = join(folder, 'backups')
    mkdirSync(BACKUP_DIR)
    const settings = { DATA_DIR: healthy, BACKUP_DIR }
    await assertFound('warning', /contains none yet/, await findings(settings))
    const file = join(BACKUP_DIR, backupName(NOW - HOUR))
    writeFileSync(file, 'nonsense')
    await assertFound('bad', /Backups: The backup .* is damaged/, await findings(settings))
    rmSync(file)
    const future = join(BACKUP_DIR, backupName(NOW + 9000 * HOUR))
    writeFileSync(future, 'nonsense')
    await assertFound('warning', /Backups: .* is dated in the future/, await findings(settings))
    const source = {
      database: join(healthy, 'daymark.db'),
      secrets: join(healthy, 'secrets.json'),
      version: '1',
    }
    await makeBackup(source, join(BACKUP_DIR, backupName(NOW - 60 * HOUR)), NOW)
    await assertFound('bad', /the newest is 60\.0 hours old/, await findings(settings))
    await assertFound('ok', /60\.0 hours old and intact/, await findings({ ...settings, BACKUP_EVERY: '3d' }))
    const found = await findings({ ...settings, BACKUP_DIR: join(web, 'index.html') })
    await assertFound('bad', /Backups: .*not a folder/, found)
    assert.ok(found.some(({ advice }) => advice === 'Remove it, or set BACKUP_DIR to another folder.'))
  })

  it('a port that another program uses', async () => {
    const port = await listen(createServer(socket => socket.end('no HTTP\r\n')))
    const settings = { DATA_DIR: healthy, PORT: String(port) }
    await assertFound('bad', /another program uses 127\.0\.0\.1/, await findings(settings))
  })
})

describe('planted faults of Redis and the issuer', () => {
  it('Redis that evicts counters, or is almost full', async () => {
    const port = await fakeRedis('used_memory:99\r\nmaxmemory:100\r\nmaxmemory_policy:allkeys-lru\r\n')
    const found = await findings({ DATA_DIR: healthy, REDIS_URL: `redis://127.0.0.1:${port}` })
    await assertFound('warning', /allkeys-lru may delete rate limit counters/, found)
    await assertFound('warning', /more than 90%/, found)
  })

  it('an issuer that is away, has another name, has no keys, or another time', async () => {
    const find = async (issuer: FakeIssuer) => findings({ DATA_DIR: healthy, ...(await fakeIssuer(issuer)) })
    const away = { OIDC_ISSUER_URL: 'http://127.0.0.1:9', OIDC_AUDIENCE: '*' }
    const found = await findings({ DATA_DIR: healthy, ...away })
    await assertFound('bad', /issuer cannot be used: .* cannot be reached/, found)
    await assertFound('warning', /OIDC_CLIENT_ID is not set/, found)
    await assertFound('warning', /OIDC_AUDIENCE=\* accepts every token/, found)
    await assertFound(
      'bad',
      /it calls itself https:\/\/other\.example/,
      await find({ issuer: 'https://other.example' }),
    )
    await assertFound('bad', /lists no keys/, await find({ keys: [] }))
    await assertFound(
      'bad',
      /Clock: differs from the issuer's clock by \d+ s/,
      await find({ date: new Date(NOW - HOUR).toUTCString() }),
    )
    await assertFound('ok', /Sign-in: http:\/\/127\.0\.0\.1:\d+ answers/, await find({}))
  })
})

describe('planted faults of the mail server', () => {
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, answer) =>
      password === 'right' ? answer(null, { user: 'ann' }) : answer(new Error('try again')),
  })
  let port: number
  before(async () => {
    port = await listen(smtp.server)
  })
  const at = (SMTP_URL: string) =>
    findings({ DATA_DIR: healthy, SMTP_URL, MAIL_FROM: 'Daymark <daymark@example.org>' })

  it('away, no mail server, and no encryption', async () => {
    await assertFound('ok', /^Mail: 127\.0\.0\.1:\d+ answers/, await at(`smtp://127.0.0.1:${port}`))
    await assertFound('bad', /^Mail: .* cannot be reached: .*ECONNREFUSED/, await at('smtp://127.0.0.1:9'))
    const web = await listen(createServer(socket => socket.end('HTTP/1.1 400\r\n\r\n')))
    await assertFound('bad', /^Mail: .*Invalid greeting/, await at(`smtp://127.0.0.1:${web}`))
    await assertFound('bad', /does not use TLS from the start/, await at(`smtps://127.0.0.1:${port}`))
  })

  it('a user or password that it refuses, or that anyone can read', async () => {
    const refused = await at(`smtp://ann:wr%40ng@127.0.0.1:${port}`)
    await assertFound('bad', /^Mail: .* refuses the user or the password: 535 try again\.$/, refused)
    assert.doesNotMatch(JSON.stringify(refused), /wr(@|%40)ng/)
    const readable = await at(`smtp://ann:right@127.0.0.1:${port}`)
    await assertFound('warning', /^Mail: the password .* is sent unencrypted/, readable)
  })
})

describe('planted faults of PostgreSQL', () => {
  let url: string
  let drop: () => Promise<void>
  const DATA_DIR = join(folder, 'postgres')
  before(async () => {
    ;({ url, drop } = await ownDatabaseUrl())
    const storage = await openPostgresStorage(url)
    await openSecret({ kind: 'database', folder: DATA_DIR }, storage)
    await storage.close()
  })
  after(() => drop())
  const at = (change: (it: URL) => void, settings: Settings = {}) => {
    const other = new URL(url)
    change(other)
    return findings({ DATA_DIR, DATABASE_URL: other.href, ...settings })
  }
  const as = (statement: string) => async () => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  it('away, wrong password, no such database', async () => {
    await assertFound('bad', /cannot be reached \(.*ECONNREFUSED/, await at(it => (it.port = '9')))
    await assertFound('bad', /refuses the password/, await at(it => (it.password = 'wrong')))
    await assertFound('bad', /has no database "nowhere"/, await at(it => (it.pathname = '/nowhere')))
  })

  it('read-only, too few connections, not durable, and a useless BACKUP_DIR', async () => {
    const readOnly = await at(it => it.searchParams.set('options', '-c default_transaction_read_only=on'))
    await assertFound('bad', /it is read-only/, readOnly)
    const found = await at(it => it.searchParams.set('options', '-c synchronous_commit=off'), {
      DATABASE_POOL_SIZE: '100000',
      BACKUP_DIR: folder,
    })
    await assertFound('bad', /uses up to 100000/, found)
    const workers = await at(() => {}, {
      DATABASE_POOL_SIZE: '1',
      WORKERS: '256',
      REDIS_URL: 'redis://127.0.0.1:9',
    })
    await assertFound('bad', /uses up to 256 \(DATABASE_POOL_SIZE × WORKERS\)/, workers)
    await assertFound('warning', /^Workers: 256 workers share/, workers)
    await assertFound('warning', /synchronous_commit is off/, found)
    await assertFound('warning', /BACKUP_DIR has no effect/, found)
    await assertFound('ok', /Secret: matches the database/, found)
  })

  it('a user who may not create tables, another encoding, and a lost secret', async () => {
    const role = `r${randomBytes(6).toString('hex')}`
    const name = new URL(url).pathname.slice(1)
    await as(`create role ${role} login password 'x'`)()
    await as('grant select on all tables in schema public to public')()
    await assertFound(
      'bad',
      /may not create tables/,
      await at(it => Object.assign(it, { username: role, password: 'x' })),
    )
    await as(`revoke select on all tables in schema public from public`)()
    await as(`drop role ${role}`)()
    await as(
      `create database ${name}_ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    )()
    await assertFound('bad', /encoding is SQL_ASCII/, await at(it => (it.pathname = `/${name}_ascii`)))
    await as(`drop database ${name}_ascii`)()
    await as(`update server_secrets set value = null`)()
    await assertFound(
      'bad',
      /Secret: This database was set up with AUTH_SECRET, which is not set now/,
      await at(() => {}),
    )
  })

  it('an older and a newer schema', async () => {
    const fresh = await migratedPostgresUrl()
    const client = new pg.Client(fresh.url)
    await client.connect()
    await client.query('delete from migrations where position = (select max(position) from migrations)')
    await assertFound(
      'warning',
      /older version: .* \(1 migration\)/,
      await findings({ DATA_DIR, DATABASE_URL: fresh.url }),
    )
    await client.query(`insert into migrations (position, name, checksum) values (9999, 'future', 'x')`)
    await assertFound(
      'bad',
      /newer Daymark|differs from the migration/,
      await findings({ DATA_DIR, DATABASE_URL: fresh.url }),
    )
    await client.end()
    await fresh.drop()
  })
})
