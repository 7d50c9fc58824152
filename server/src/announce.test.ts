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
  announce(readConfig({ LOG_FORMAT: 'json', LOG_LEVEL: 'error' }), 'http://127.0.0.1:2614', output)
  assert.equal(lines.length, 1)
  const { msg, listens, open } = JSON.parse(lines[0] ?? '')
  assert.deepEqual(
    { msg, listens, open },
    { msg: 'Daymark is running.', listens: 'http://127.0.0.1:2614', open: 'http://localhost:2614' },
  )
})
