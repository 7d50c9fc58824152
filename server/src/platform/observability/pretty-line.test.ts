import assert from 'node:assert/strict'
import { it } from 'node:test'
import { prettyLine } from './pretty-line.ts'

const line = (fields: object) =>
  prettyLine(
    JSON.stringify({ level: 'info', time: '2026-11-16T09:30:00.123Z', pid: 1, hostname: 'x', ...fields }),
    false,
  )
const time = /^\d\d:\d\d:00\.123 /

it('shows time, level, message and fields, without process and host', () => {
  assert.equal(
    line({ request_id: 'r1', status: 200, msg: 'request' }).replace(time, ''),
    'INFO  request request_id=r1 status=200\n',
  )
})

it('shows the stack of an error below the line', () => {
  const text = line({ level: 'error', msg: 'request failed', err: { stack: 'Error: x\n    at y' } })
  assert.equal(text.replace(time, ''), 'ERROR request failed\n    Error: x\n    at y\n')
})

it('never lets a client control the terminal, or write a line of its own', () => {
  const text = line({ path: 'a\u001b[2Jb\nINFO  forged', msg: 'x\r\u001b]0;title\u0007y' })
  assert.equal(text.trimEnd().split(/[\r\n]/).length, 1)
  assert.ok(!text.includes('\u001b') && !text.includes('\u0007'))
})

it('colors only on request', () => {
  const json = JSON.stringify({ level: 'warn', time: '2026-11-16T09:30:00.123Z', msg: 'careful' })
  assert.ok(prettyLine(json, true).includes('\u001b[33mWARN'))
})
