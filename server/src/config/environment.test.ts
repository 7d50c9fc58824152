// Settings from files: which one wins, and misspelled names.
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

const KNOWN = Object.keys(settings)

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
    unknownNames(collect(environment, files), KNOWN)
  assert.deepEqual(faults({ ACCOUNT_SIGNUP: 'closed' }), [
    'ACCOUNT_SIGNUP is not a setting. Did you mean ACCOUNTS_SIGNUP?',
  ])
  assert.deepEqual(faults({}, { '.env': 'DATABASE_URI=x\nCOMPOSE_PROJECT_NAME=x' }), [
    `DATABASE_URI in ${resolve('.env')} is not a setting. Did you mean DATABASE_URL?`,
  ])
  assert.deepEqual(faults({}, { 'data/daymark.env': 'COLOR=x\nOTEL_EXPORTER_OTLP_HEADERS=x' }), [
    `COLOR in ${resolve('data/daymark.env')} is not a setting.`,
  ])
})

test('variables of other programs are ignored', () => {
  const names = `PATH HOME USER LANG HOSTNAME TERM SHELL PWD TZ PS1 EDITOR MAIL NODE_OPTIONS HTTP_PROXY
    REDIS_PORT REDIS_SERVICE_HOST KUBERNETES_PORT npm_config_prefix OTEL_METRICS_EXPORTER
    DATABASE_USER DATABASE_PORT DATABASE_SSL DATABASE_URI DEV_DATABASE_URL DD_LOG_LEVEL TF_LOG_LEVEL LOGLEVEL
    DATADIR PORT0 HOSTS REDIS_URI TRUSTED_PROXIES OAUTH_SECRET RATE_LIMIT_ENABLE METRICS_ENABLE PUBLIC_URI`
  const environment = Object.fromEntries(names.split(/\s+/).map(name => [name, 'x']))
  assert.deepEqual(unknownNames(collect(environment), KNOWN), [])
})

test('a file may be shared with systemd: well-known variables are ignored', () => {
  const names =
    'TZ HTTP_PROXY HTTPS_PROXY NO_PROXY https_proxy NODE_OPTIONS NODE_EXTRA_CA_CERTS PGPASSWORD PGSSLROOTCERT'
  const text = names
    .split(' ')
    .map(name => `${name}=x\n`)
    .join('')
  assert.deepEqual(unknownNames(collect({}, { 'data/daymark.env': text }), KNOWN), [])
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
