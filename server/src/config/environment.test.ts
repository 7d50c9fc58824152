// Settings from files: which one wins, and misspelled names.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { collectSettings, type Environment, MissingFile } from './environment.ts'
import { unknownNames } from './unknown-names.ts'

const KNOWN = ['ACCOUNTS_SIGNUP', 'DATABASE_URL', 'DATA_DIR', 'HOST', 'PORT', 'LOG_LEVEL', 'DAYMARK_ENV_FILE']

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
  assert.throws(() => collect({ DAYMARK_ENV_FILE: '/etc/missing.env' }, files), MissingFile)
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
  const usual = [
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'HOSTNAME',
    'TERM',
    'SHELL',
    'PWD',
    'TZ',
    'PS1',
    'EDITOR',
    'MAIL',
  ]
  const cloud = [
    'REDIS_PORT',
    'REDIS_SERVICE_HOST',
    'KUBERNETES_PORT',
    'npm_config_prefix',
    'OTEL_METRICS_EXPORTER',
  ]
  const environment = Object.fromEntries(
    [...usual, ...cloud, 'NODE_OPTIONS', 'HTTP_PROXY'].map(name => [name, 'x']),
  )
  assert.deepEqual(unknownNames(collect(environment), KNOWN), [])
})
