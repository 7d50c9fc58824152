import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announce, nextStep } from './announce.ts'
import { readConfig } from './config/config.ts'

test('the command for scripts has the settings that open the same database', () => {
  const commandWith = (settings: Record<string, string>) =>
    /For scripts: (.*?)npm run/.exec(nextStep(readConfig(settings)))?.[1]
  assert.equal(commandWith({}), '')
  assert.equal(commandWith({ DATA_DIR: '/srv/day' }), "DATA_DIR='/srv/day' ")
  assert.equal(commandWith({ DATABASE_URL: 'sqlite:/srv/a.db' }), "DATABASE_URL='sqlite:/srv/a.db' ")
  assert.equal(
    commandWith({ DATABASE_URL: 'sqlite:/srv/a.db', DATA_DIR: '/srv/day' }),
    "DATABASE_URL='sqlite:/srv/a.db' DATA_DIR='/srv/day' ",
  )
  assert.equal(commandWith({ DATABASE_URL: 'postgres://me:secret@db/daymark' }), 'DATABASE_URL=… ')
  assert.equal(commandWith({ DATABASE_URL: 'sqlite::memory:' }), undefined)
})

test('is one line of JSON if the log is, at any level', () => {
  const lines: string[] = []
  const output = { write: (line: string) => void lines.push(line), flush: () => {}, destroy: () => {} }
  const config = readConfig({ LOG_FORMAT: 'json', LOG_LEVEL: 'error' })
  announce(config, { address: 'http://127.0.0.1:2614', setup: undefined }, output)
  assert.equal(lines.length, 1)
  const { msg, listens, open } = JSON.parse(lines[0] ?? '')
  assert.deepEqual(
    { msg, listens, open },
    { msg: 'Daymark is running.', listens: 'http://127.0.0.1:2614', open: 'http://localhost:2614' },
  )
})

test('a server without accounts says its setup code and where to enter it', t => {
  const setup = { code: 'abcd-efgh', url: 'https://day.example.org/sign-up#setup_code=abcd-efgh' }
  const lines: string[] = []
  const output = { write: (line: string) => void lines.push(line), flush: () => {}, destroy: () => {} }
  announce(readConfig({ LOG_FORMAT: 'json', LOG_LEVEL: 'silent' }), { address: '', setup }, output)
  assert.deepEqual(
    lines.slice(1).map(line => JSON.parse(line).msg),
    [`Setup code: abcd-efgh (${setup.url})`],
  )
  const { log } = console
  t.after(() => {
    console.log = log
  })
  console.log = (text: string) => void lines.push(text)
  announce(readConfig({ LOG_FORMAT: 'pretty' }), { address: '', setup }, output)
  assert.match(lines.at(-1) ?? '', /^ {2}Setup code: abcd-efgh$/m)
  assert.ok(lines.at(-1)?.includes(setup.url))
})
