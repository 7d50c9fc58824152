import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { effectiveSettings } from './effective.ts'
import { collectSettings, type Environment } from './environment.ts'
import { settings } from './settings.ts'
import { SettingsFileError } from './settings-file.ts'
import { unknownNames } from './unknown-names.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-settings-'))
after(() => rmSync(folder, { recursive: true }))

const collect = (environment: Environment, files: Record<string, string> = {}) => {
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [resolve(path), text]))
  return collectSettings(environment, path => texts[path])
}

test('the environment wins over .env, and that over daymark.env in DATA_DIR', () => {
  const files = {
    '.env': 'PORT=2\nLOG_LEVEL=debug\nDATA_DIR=/srv/daymark\n',
    '/srv/daymark/daymark.env': 'PORT=3\nLOG_LEVEL=warn\nHOST="0.0.0.0" # all\n',
    'data/daymark.env': 'HOST=wrong',
  }
  const { values, files: read } = collect({ PORT: '1', LOG_LEVEL: '' }, files)
  assert.deepEqual(values, { PORT: '1', LOG_LEVEL: 'debug', DATA_DIR: '/srv/daymark', HOST: '0.0.0.0' })
  assert.deepEqual(
    read.map(({ path }) => path),
    [resolve('.env'), '/srv/daymark/daymark.env'],
  )
})

test('DAYMARK_ENV_FILE names the only file, which must exist', () => {
  const files = { '.env': 'PORT=2', '/etc/daymark.env': 'HOST=::1' }
  const { values } = collect({ DAYMARK_ENV_FILE: '/etc/daymark.env' }, files)
  assert.deepEqual([values['HOST'], values['PORT']], ['::1', undefined])
  assert.throws(() => collect({ DAYMARK_ENV_FILE: '/etc/missing.env' }, files), SettingsFileError)
  assert.equal(collect({ DAYMARK_ENV_FILE: 'none' }, files).values['PORT'], undefined)
})

test('a misspelled name is refused, with a suggestion', () => {
  const faults = (environment: Environment, files: Record<string, string> = {}) =>
    unknownNames(collect(environment, files), settings)
  assert.deepEqual(faults({ ACCOUNT_SIGNUP: 'closed' }), [
    'ACCOUNT_SIGNUP is not a setting. Did you mean ACCOUNTS_SIGNUP? If ACCOUNT_SIGNUP belongs to another program, set ACCOUNTS_SIGNUP as well (an empty value is enough) to hide this message.',
  ])
  assert.deepEqual(faults({}, { '.env': 'DATABASE_URI=x\nCOMPOSE_PROJECT_NAME=x' }), [
    `DATABASE_URI in ${resolve('.env')} is not a setting. Did you mean DATABASE_URL?`,
  ])
  assert.deepEqual(faults({}, { 'data/daymark.env': 'COLOR=x\nOTEL_EXPORTER_OTLP_HEADERS=x' }), [
    `COLOR in ${resolve('data/daymark.env')} is not a setting.`,
  ])
})

/** Each line: misspelled name, intended setting, value. */
const MISSPELLED = `ACCOUNT_SIGNUP ACCOUNTS_SIGNUP of
  ACCOUNTS_SINGUP ACCOUNTS_SIGNUP closed
  accounts_signup ACCOUNTS_SIGNUP closed
  DAYMARK_ACCOUNTS_SIGNUP ACCOUNTS_SIGNUP closed
  DATABSE_URL DATABASE_URL postgres://db/daymark
  DATABASE_ULR DATABASE_URL postgres://db/daymark
  DATABASE_URI DATABASE_URL postgres://db/daymark
  DATABASEURL DATABASE_URL sqlite:/srv/daymark.db
  ATABASE_URL DATABASE_URL sqlite:/srv/daymark.db
  REDIS_URI REDIS_URL redis://cache:6379
  REDIS_URLS REDIS_URL redis://cache:6379
  PUBLIC_URI PUBLIC_URL https://day.example
  PUBIC_URL PUBLIC_URL https://day.example
  DATA_DIRECTORY DATA_DIR /srv
  DAYMARK_DATA_DIR DATA_DIR /srv
  BACKUP_DIRECTORY BACKUP_DIR /backups
  BACKUPS_DIR BACKUP_DIR /backups
  BACKUP_EVRY BACKUP_EVERY 12h
  PROT PORT 8080
  HSOT HOST 0.0.0.0
  DAYMARK_PORT PORT 8080
  LOG_LEVL LOG_LEVEL debug
  LOG_FROMAT LOG_FORMAT json
  METRICS_ENABLE METRICS_ENABLED true
  METRIC_ENABLED METRICS_ENABLED true
  RATE_LIMIT_ENABLE RATE_LIMIT_ENABLED false
  RATELIMIT_ENABLED RATE_LIMIT_ENABLED false
  RATE-LIMIT-ENABLED RATE_LIMIT_ENABLED false
  RATE_LIMIT_WINDOW RATE_LIMIT_DEFAULT_WINDOW 60
  TRUSTED_PROXY_IP TRUSTED_PROXY_IPS 10.0.0.0/8
  TRUSTED_PROXY TRUSTED_PROXY_IPS 10.0.0.1
  CORS_ALLOWED_ORIGIN CORS_ALLOWED_ORIGINS https://a.example
  CORS_ORIGINS CORS_ALLOWED_ORIGINS https://a.example
  OIDC_ISSUER OIDC_ISSUER_URL https://id.example
  OIDC_AUDIENCES OIDC_AUDIENCE api
  OIDC_CLIENTID OIDC_CLIENT_ID web
  AUTH_SECRT AUTH_SECRET 0123456789abcdef0123456789abcdef
  SMTP_ULR SMTP_URL smtp://mail.example
  MAIL_FORM MAIL_FROM daymark@example.org
  QUOTA_TODO QUOTA_TODOS many
  CHANGE_DAYS CHANGES_DAYS 30
  JWT_LEEWAY JWT_LEEWAY_S 5
  OUTBOUND_ALLOW_HTTPS OUTBOUND_ALLOW_HTTP true
  CALDAV_DELETE_NON_EMPTY CALDAV_DELETE_NONEMPTY true
  WS_MAX_CONNECTION_PER_USER WS_MAX_CONNECTIONS_PER_USER 5`
  .split('\n')
  .map(line => line.trim().split(' '))

test('a misspelled variable of the environment is refused, unless the setting itself is set', () => {
  for (const [name = '', meant = '', value = ''] of MISSPELLED) {
    const [fault = '', ...more] = unknownNames(collect({ [name]: value }), settings)
    assert.ok(fault.startsWith(`${name} is not a setting. Did you mean ${meant}? If `), `${name}: ${fault}`)
    assert.deepEqual(more, [])
    assert.deepEqual(unknownNames(collect({ [name]: value, [meant]: '' }), settings), [], name)
    assert.deepEqual(unknownNames(collect({ [name]: value }, { '.env': `${meant}=x` }), settings), [], name)
  }
})

test('variables of other programs are ignored, whatever their value is', () => {
  const names = `PATH HOME USER LANG LC_ALL HOSTNAME HOSTTYPE TERM SHELL PWD OLDPWD SHLVL TZ PS1 EDITOR MAIL MAILTO
    LOGNAME COLOR INIT_CWD NODE NODE_OPTIONS NODE_VERSION NODE_ENVIRONMENT HTTP_PROXY http_proxy SSH_CONNECTION
    INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET STATE_DIRECTORY LOGS_DIRECTORY CACHE_DIRECTORY RUNTIME_DIRECTORY
    CREDENTIALS_DIRECTORY XDG_DATA_DIRS XDG_DATA_HOME KUBERNETES_PORT KUBERNETES_SERVICE_HOST
    DAYMARK_SERVICE_HOST DAYMARK_SERVICE_PORT DAYMARK_PORT_2614_TCP DAYMARK_SERVER DAYMARK_TOKEN DAYMARK_VERSION
    REDIS_PORT REDIS_HOST REDIS_PASSWORD REDIS_SERVICE_HOST REDIS_PORT_6379_TCP_ADDR REDIS_TLS_URL
    npm_config_prefix npm_package_name OTEL_METRICS_EXPORTER PGHOST PGDATA POSTGRES_PASSWORD POSTGRES_URL
    DATABASE_USER DATABASE_PORT DATABASE_HOST DATABASE_NAME DATABASE_SSL DATABASE_DIR DEV_DATABASE_URL
    DATABASE_URL_TEST DD_LOG_LEVEL TF_LOG_LEVEL LOGLEVEL LOG_FILE LOG_DIR LOGGING_LEVEL LOGGING_LEVEL_ROOT
    DATADIR DATA_PATH PORT0 PORTS HOSTS HTTP_PORT SERVER_PORT HOST_IP TRUSTED_PROXIES OAUTH_SECRET JWT_SECRET
    AUTH_TOKEN SECRET_KEY NEXTAUTH_SECRET SMTP_HOST SMTP_USER SMTP_PASSWORD MAIL_HOST MAIL_FROM_NAME
    MAIL_FROM_ADDRESS BACKUP_PATH BACKUP_SCHEDULE CDN_URL CDN_HOST WS_URL PUBLIC_KEY PUBLIC_DIR METRICS_PORT
    OIDC_CLIENT_SECRET OIDC_REDIRECT_URI GITHUB_TOKEN CI DOCKER_HOST COMPOSE_PROJECT_NAME JAVA_HOME AWS_REGION`
  const values = ['x', '1', 'true', 'debug', '/srv', 'https://a.example', 'redis://h', 'a@b.co', '10.0.0.1']
  for (const value of values) {
    const environment = Object.fromEntries(names.split(/\s+/).map(name => [name, value]))
    assert.deepEqual(unknownNames(collect(environment), settings), [], value)
  }
})

test('a value that the setting cannot have belongs to another program', () => {
  const environment = {
    DAYMARK_PORT: 'tcp://10.0.0.7:2614',
    DATABASE_URI: 'mysql://db/shop',
    REDIS_URI: 'x',
    METRICS_ENABLE: 'x',
    PUBLIC_URI: '/app',
    LOG_LEVELS: 'root=INFO',
    AUTH_SECRETS: 'short',
    REDIS_URLS: '',
  }
  assert.deepEqual(unknownNames(collect(environment), settings), [])
})

test('a file may be shared with systemd: well-known variables are ignored', () => {
  const names =
    'TZ HTTP_PROXY HTTPS_PROXY NO_PROXY https_proxy NODE_OPTIONS NODE_EXTRA_CA_CERTS PGPASSWORD PGSSLROOTCERT'
  const text = names
    .split(' ')
    .map(name => `${name}=x\n`)
    .join('')
  assert.deepEqual(unknownNames(collect({}, { 'data/daymark.env': text }), settings), [])
})

test('a line that sets nothing is refused, with its number and without its text', () => {
  const path = resolve('.env')
  const faults = (text: string) => collect({}, { '.env': text }).files.flatMap(file => file.faults)
  const comment = 'or start the line with # to make it a comment.'
  assert.deepEqual(faults('PORT=1\nACCOUNTS_SIGNUP closed\n\nMETRICS_ENABLED: true\nHOST="::1\n'), [
    `Line 2 of ${path} is not a setting. Write NAME=value, ${comment}`,
    `Line 4 of ${path} is not a setting. Write NAME=value, ${comment}`,
    `Line 5 of ${path} has no closing ". Add it, ${comment}`,
  ])
  assert.deepEqual(faults('DAYMARK_ENV_FILE=/etc/daymark.env'), [
    `DAYMARK_ENV_FILE in ${path} has no effect. Remove it, and set it in the environment.`,
  ])
  assert.deepEqual(faults('# a\n\n  \nexport PORT = 1\r\nHOST=\nOIDC_AUDIENCE="a\nb c\n" # d\n'), [])
})

test('a byte order mark at the start of a file is ignored', () => {
  assert.equal(collect({}, { '.env': '\uFEFFPORT=5\n' }).values['PORT'], '5')
})

test('a file of settings that cannot be read is refused, with the remedy', () => {
  assert.throws(
    () => collectSettings({ DAYMARK_ENV_FILE: folder }),
    new SettingsFileError(
      `The settings file ${folder} is a folder. Name a file in DAYMARK_ENV_FILE, or set DAYMARK_ENV_FILE=none to read no file.`,
    ),
  )
  const closed = join(folder, 'closed')
  mkdirSync(closed)
  writeFileSync(join(folder, 'daymark.env'), 'PORT=1', { mode: 0o000 })
  chmodSync(folder, 0o755)
  chmodSync(closed, 0o000)
  const module = JSON.stringify(join(import.meta.dirname, 'environment.ts'))
  const read = `import(${module}).then(m => m.collectSettings(JSON.parse(process.argv[1]))).catch(e => console.log(e.message))`
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const said = (environment: Environment) =>
    spawnSync(process.execPath, ['-e', read, JSON.stringify(environment)], {
      ...asNobody,
      cwd: tmpdir(),
      encoding: 'utf8',
    }).stdout
  const remedy =
    /Run this as root or as the user of the server, or set DAYMARK_ENV_FILE=none to read no file\.\n$/
  const isRefused = (environment: Environment, sentence: RegExp) => {
    const answer = said(environment)
    assert.match(answer, sentence)
    assert.match(answer, remedy)
  }
  const unreadable = /^User \d+ may not read the settings file .*daymark\.env\. /
  isRefused({ DATA_DIR: folder }, unreadable)
  isRefused({ DAYMARK_ENV_FILE: join(folder, 'daymark.env') }, unreadable)
  isRefused({ DATA_DIR: closed }, /^User \d+ may not open the folder .*closed, which may contain /)
  chmodSync(closed, 0o700)
})

test('passwords in addresses are masked', () => {
  const shown = (DATABASE_URL: string) =>
    effectiveSettings(collect({ DATABASE_URL })).settings.find(({ name }) => name === 'DATABASE_URL')?.value
  const expected = {
    'postgres:///db?host=/run&password=topsecret&sslmode=require':
      'postgres:///db?host=/run&password=***&sslmode=require',
    'redis://h?password=topsecret': 'redis://h?password=***',
    'https://h/?Api-Key=topsecret': 'https://h/?Api-Key=***',
    'u:topsecret@host/db': '***@host/db',
    'postgres://u:top/secret@host/db': 'postgres://***@host/db',
    'postgres://u:p@ss@host/db': 'postgres://***@host/db',
    'postgres://host/db?sslmode=require': 'postgres://host/db?sslmode=require',
    'sqlite:/var/lib/x.db': 'sqlite:/var/lib/x.db',
  }
  for (const [given, masked] of Object.entries(expected)) assert.equal(shown(given), masked)
})
