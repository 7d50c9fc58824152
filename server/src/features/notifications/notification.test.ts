import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailText } from './channels/mail-text.ts'
import { headline, pushPayload } from './channels/message.ts'
import {
  afterQuietHours,
  isOn,
  lateness,
  type Notification,
  nextTimeOfDay,
  type Recipient,
} from './notification.ts'

const at = (text: string) => Date.parse(text)
const recipient = (settings: Recipient['settings'], zone = 'Europe/Berlin'): Recipient => ({
  zone,
  language: 'en',
  time_format: '24h',
  settings,
})
const notification: Notification = {
  id: '0192d3a4-7b1c-7def-8a90-123456789abc',
  owner_id: 'ann',
  kind: 'reminder',
  event: 'todo_due',
  title: 'Call <Bob> & "Eve"',
  resource_kind: 'todo',
  resource_id: '0192d3a4-7b1c-7def-8a90-123456789abd',
  instance_start: null,
  at: at('2026-03-02T08:00:00Z'),
  is_date: false,
  planned_end: null,
  last_sign: null,
  due_at: 0,
  sent_at: 0,
  late: true,
  silent: false,
  read: false,
  snoozed_until: null,
  version: 0,
  created_at: 0,
  updated_at: 0,
}

test('a notification is late after two seconds, and only listed after an hour', () => {
  assert.deepEqual(lateness(0, 2_000), { late: false, silent: false })
  assert.deepEqual(lateness(0, 2_001), { late: true, silent: false })
  assert.deepEqual(lateness(0, 3_600_000), { late: true, silent: false })
  assert.deepEqual(lateness(0, 3_600_001), { late: true, silent: true })
})

test('mails are off until the person switches them on, other channels are on until they are switched off', () => {
  assert.deepEqual([isOn({}, 'reminder', 'push'), isOn({}, 'reminder', 'email')], [true, false])
  const settings = { email: 'single' as const, kinds: { meeting: { email: false, push: false } } }
  assert.deepEqual([isOn(settings, 'reminder', 'email'), isOn(settings, 'meeting', 'email')], [true, false])
  assert.deepEqual([isOn(settings, 'meeting', 'push'), isOn(settings, 'meeting', 'app')], [false, true])
})

test('quiet hours end at a local time, also over midnight and a clock change', () => {
  const quiet = recipient({ quiet_hours: { start: '22:00', end: '07:00' } })
  const end = (text: string) => new Date(afterQuietHours(quiet, at(text))).toISOString()
  assert.equal(end('2026-03-28T20:59:00Z'), '2026-03-28T20:59:00.000Z')
  assert.equal(end('2026-03-28T21:00:00Z'), '2026-03-29T05:00:00.000Z')
  assert.equal(end('2026-03-29T04:59:00Z'), '2026-03-29T05:00:00.000Z')
  assert.equal(end('2026-03-29T05:00:00Z'), '2026-03-29T05:00:00.000Z')
  const short = recipient({ quiet_hours: { start: '23:00', end: '02:30' } })
  const shortEnd = (text: string) => new Date(afterQuietHours(short, at(text))).toISOString()
  // The clock change skips 02:30, so the quiet hours end at the change and do not delay later notifications.
  assert.equal(shortEnd('2026-03-29T00:59:00Z'), '2026-03-29T01:00:00.000Z')
  assert.equal(shortEnd('2026-03-29T01:10:00Z'), '2026-03-29T01:10:00.000Z')
  // The clock change repeats 02:30, and the quiet hours end at the first 02:30.
  assert.equal(shortEnd('2026-10-25T00:10:00Z'), '2026-10-25T00:30:00.000Z')
  assert.equal(shortEnd('2026-10-25T01:10:00Z'), '2026-10-25T01:10:00.000Z')
  const noon = recipient({ quiet_hours: { start: '12:00', end: '13:00' } }, 'UTC')
  assert.equal(afterQuietHours(noon, at('2026-03-28T12:30:00Z')), at('2026-03-28T13:00:00Z'))
  assert.equal(afterQuietHours(recipient({}), 5), 5)
  assert.equal(nextTimeOfDay('08:00', 'Asia/Seoul', at('2026-03-28T23:00:00Z')), at('2026-03-29T23:00:00Z'))
})

test('pushes and mails name the item only if the person wants that', () => {
  const open = recipient({})
  assert.equal(headline(notification, open), 'Todo due · Monday, March 2 at 09:00 · delivered late')
  assert.equal(JSON.parse(pushPayload(notification, open)).title, 'Call <Bob> & "Eve"')
  const hidden = recipient({ hide_titles: true })
  const { title, body } = JSON.parse(pushPayload(notification, hidden))
  assert.deepEqual([title, body], ['Todo due', 'Monday, March 2 at 09:00 · delivered late'])
  const long = JSON.parse(pushPayload({ ...notification, title: `a${'🙂'.repeat(250)}` }, open))
  assert.equal(long.title, `a${'🙂'.repeat(199)}`)
  assert.ok(Buffer.byteLength(JSON.stringify(long)) < 4096)
  const links = { app: 'https://day.example', unsubscribe: 'https://day.example/u' }
  const { subject, text, html } = mailText([notification], hidden, links)
  for (const shown of [pushPayload(notification, hidden), subject, text, html])
    assert.ok(!shown.includes('Bob'))
  const korean = { ...open, language: 'ko' as const }
  assert.match(headline(notification, korean), /^할 일 마감 · 3월 2일 월요일/)
  const many = mailText(Array(103).fill(notification), open, links)
  assert.equal(many.subject, '103 notifications')
  assert.match(many.text, /\n\nAnd 3 more\nhttps:\/\/[^\n]+\/notifications\n\n--\n/)
  assert.equal(many.text.split('Call <Bob>').length - 1, 100)
  const mail = mailText([notification, notification], korean, links)
  assert.equal(mail.subject, '알림 2개')
  assert.match(mail.html, /Call &lt;Bob&gt; &amp; &quot;Eve&quot;/)
  assert.doesNotMatch(mail.html, /<img|<link|src=/)
})
