import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { after, before, it, test } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, startEmbedded } from '../../../../test/support/accounts.ts'
import { listening } from '../../../../test/support/device.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage, onceFor, openFreshSqlite } from '../../../../test/support/storages.ts'
import { unzip } from '../../../../test/support/zip.ts'
import { boundDb } from '../../../platform/storage/statements/bound-kysely.ts'
import type { Execute } from '../../../platform/storage/statements/execute.ts'
import type { Storage, Tx } from '../../../platform/storage/unit-of-work.ts'

const file = (...components: string[][]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...components.flat(), 'END:VCALENDAR', ''].join(
    '\r\n',
  )
const event = (uid: string, ...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]
const series = event(
  'series@x',
  'DTSTART;TZID=Korea Standard Time:20260105T090000',
  'DURATION:PT1H',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'SUMMARY:주간 회의',
  'CATEGORIES:Work,Team',
  'ATTENDEE:mailto:bob@example.org',
)
const moved = event(
  'series@x',
  'RECURRENCE-ID;TZID=Korea Standard Time:20260112T090000',
  'DTSTART;TZID=Korea Standard Time:20260112T110000',
  'DURATION:PT1H',
  'SUMMARY:Moved',
)
const canceled = event(
  'series@x',
  'RECURRENCE-ID;TZID=Korea Standard Time:20260119T090000',
  'DTSTART;TZID=Korea Standard Time:20260119T090000',
  'STATUS:CANCELLED',
)
const todo = [
  'BEGIN:VTODO',
  'UID:todo@x',
  'DTSTAMP:20260101T000000Z',
  'SUMMARY:Buy milk',
  'DUE;VALUE=DATE:20260110',
  'END:VTODO',
]
/** Simulates a database timeout at the insert with this number. */
function failingAt(storage: Storage, number: number): Storage {
  let inserts = 0
  const failing = (tx: Tx): Tx => {
    const execute: Execute = async (statement, parameters) => {
      if (/^\s*insert into "?schedules"? /.test(statement) && ++inserts === number)
        throw Object.assign(new Error('canceling statement'), { code: '57014' })
      return tx.execute(statement, parameters)
    }
    const { emit, attempt, capture, takeCaptured } = tx
    return { ...boundDb(tx.dialect, execute), emit, attempt, capture, takeCaptured }
  }
  return { ...storage, write: (keys, work) => storage.write(keys, tx => work(failing(tx))) }
}

const broken = ['BEGIN:VEVENT', 'UID:broken@x', 'SUMMARY:No start', 'END:VEVENT']
const garbled = [
  'BEGIN:VEVENT',
  'UID:garbled@x',
  'this is not a property',
  'DTSTART:20260101T000000Z',
  'END:VEVENT',
]
const journal = ['BEGIN:VJOURNAL', 'UID:journal@x', 'SUMMARY:Dear diary', 'END:VJOURNAL']
const ALL = file(series, moved, canceled, broken, todo, garbled, journal)

forEachStorage('imports', (open, name) => {
  const itOnce = onceFor(name)
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
  })
  after(() => server.close())

  const january = (client: Client) =>
    client.schedules.list({
      query: { start_date: '2026-01-01', end_date: '2026-02-01', timezone: 'Asia/Seoul' },
    })
  const titles = async (client: Client) =>
    (await january(client)).map(({ title, start_time }) => `${start_time.slice(5, 16)} ${title}`)

  it('of an export change nothing in the account that it is from', async () => {
    const { client } = await server.join()
    const { id: tag_group_id } = await client.tags.createGroup({
      body: { name: 'Work', color: '#112233', is_todo_group: true },
    })
    const { id: tag } = await client.tags.create({
      body: { name: 'deep', color: '#112233', group_id: tag_group_id },
    })
    const add = (title: string, more: object = {}) =>
      client.todos.create({ body: { title, tag_group_id, ...more } })
    const { id: parent_id } = await add('Plain', { description: 'a\nb', priority: 2, estimate_minutes: 30 })
    await add('Zoned', {
      ...{ parent_id, tag_ids: [tag], deadline: '2030-03-02T09:00:00Z', timezone: 'Europe/Berlin' },
      ...{ recurrence_rule: 'FREQ=WEEKLY', reminders: [{ minutes_before: 10 }] },
    })
    const dated = await add('Dated', { deadline_date: '2030-05-01' })
    const done = await add('Done')
    await client.todos.update({ params: { todo_id: done.id }, body: { status: 'DONE' } })
    const archive = await (await client.personalData.download()).arrayBuffer()
    const body = unzip(Buffer.from(archive))['calendar.ics'] ?? ''
    const outcome = await client.imports.ics({ query: { dry_run: true }, body })
    assert.deepEqual(outcome.todos, { created: 0, updated: 0, unchanged: 4 })
    await client.todos.update({ params: { todo_id: dated.id }, body: { title: 'Changed' } })
    const changed = await client.imports.ics({ query: { dry_run: true }, body })
    assert.deepEqual(changed.todos, { created: 0, updated: 1, unchanged: 3 })
  })

  it('of an export keep what another program has added to it', async () => {
    const { client } = await server.join()
    const { id: tag_group_id } = await client.tags.createGroup({
      body: { name: 'Work', color: '#112233', is_todo_group: true },
    })
    await client.todos.create({ body: { title: 'Todo', tag_group_id } })
    const weekly = await client.schedules.create({
      body: {
        ...{ title: 'Entry', start_time: '2026-01-05T09:00:00Z', end_time: '2026-01-05T10:00:00Z' },
        ...{ timezone: 'Europe/Berlin', recurrence_rule: 'FREQ=WEEKLY' },
        reminders: [{ at_time: '08:00', days_before: 1 }],
      },
    })
    const rename = (title: string) =>
      client.schedules.update({ params: { schedule_id: weekly.id }, body: { title } })
    const outcomes = async (body: string, dry_run = true) => {
      const { schedules, todos } = await client.imports.ics({ query: { dry_run }, body })
      return [schedules, todos].map(({ created, updated, unchanged }) => [created, updated, unchanged])
    }
    const [UPDATED, UNCHANGED] = [Array(2).fill([0, 1, 0]), Array(2).fill([0, 0, 1])]
    const archive = await (await client.personalData.download()).arrayBuffer()
    const own = unzip(Buffer.from(archive))['calendar.ics'] ?? ''
    // The stored version is then newer, but has the same content.
    await rename('Renamed')
    await rename('Entry')
    assert.deepEqual(await outcomes(own.replace(/^UID:.*/gm, uid => uid.toUpperCase())), UNCHANGED)
    const added = (...lines: string[]) =>
      own.replace(/^END:(?:VTODO|VEVENT)/gm, end => [...lines, end].join('\r\n'))
    const additions: [string, ...string[]][] = [
      ['X-OTHER-APP;X-KIND=a:1'],
      ['ATTACH:https://example.org/plan.pdf'],
      ['PERCENT-COMPLETE:40'],
      ['BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER:-PT5M', 'SUMMARY:Soon', 'END:VALARM'],
    ]
    for (const lines of additions) assert.deepEqual(await outcomes(added(...lines)), UPDATED, lines[0])
    const named = own.replace(/^SUMMARY:/gm, 'SUMMARY;LANGUAGE=en:')
    assert.deepEqual(await outcomes(named), UPDATED, 'a parameter')
    const body = added(...additions.flat())
    assert.deepEqual(await outcomes(body, false), UPDATED)
    assert.deepEqual(await outcomes(body), UNCHANGED)
    const objects = await server.storage.read(({ sql }) =>
      sql.selectFrom('calendar_objects').select('source').execute(),
    )
    const kept = objects.map(({ source }) => source.split('\r\n'))
    const isWhole = (stored: string[]) => additions.flat().every(line => stored.includes(line))
    assert.equal(kept.filter(isWhole).length, 2)
  })

  it('run once with a key, so that a repeated request does not restore what was changed since', async () => {
    const { client } = await server.join()
    const send = (body: string) => client.imports.ics({ body, idempotencyKey: 'file 1' })
    const first = await send(ALL)
    const [entry] = await january(client)
    assert.ok(entry?.parent_id)
    await client.schedules.update({ params: { schedule_id: entry.parent_id }, body: { title: 'Mine' } })
    assert.deepEqual(await send(ALL), first)
    assert.equal((await january(client))[0]?.title, 'Mine')
    await rejectsWith(send(file(todo)), 422, /another request/)
    const { rows } = await server.storage.read(db =>
      db.execute("select distinct reply_to from changes where via = 'import' and reply_to is not null", []),
    )
    assert.deepEqual(rows, [{ reply_to: 'file 1' }], 'clients recognize their own changes')
  })

  it('write nothing if the database fails in between', async () => {
    const storage = await open()
    const broken = await startEmbedded(failingAt(storage, 3))
    const { client } = await broken.join()
    const days = ['05', '06', '07', '08'].map(day => event(`${day}@x`, `DTSTART:202601${day}T090000Z`))
    await rejectsWith(client.imports.ics({ body: file(...days) }), 503, /database/)
    assert.deepEqual(await january(client), [])
    await broken.close()
  })

  itOnce('in a form run once with a key, although every form has another boundary', async () => {
    const { access_token } = await server.join()
    const send = async () => {
      const body = new FormData()
      body.set('file', new Blob([ALL]), 'all.ics')
      const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': 'form 1' }
      const answer = await server.fetch('/v1/import/ics', { method: 'POST', headers, body })
      return [answer.status, answer.headers.get('idempotency-replayed'), await answer.text()]
    }
    const [status, replayed, result] = await send()
    assert.deepEqual([status, replayed], [200, null])
    assert.deepEqual(await send(), [200, 'true', result])
  })

  it('say what they would do, write one batch, change nothing the second time, and can be undone', async () => {
    const { client } = await server.join()
    const dry = await client.imports.ics({ query: { dry_run: true }, body: ALL })
    assert.deepEqual(dry, {
      dry_run: true,
      schedules: { created: 1, updated: 0, unchanged: 0 },
      todos: { created: 1, updated: 0, unchanged: 0 },
      new_tags: ['Team', 'Work'],
      moved: { count: 0, titles: [] },
      skipped: 2,
      losses: [
        { what: 'attendees', count: 1, kept: true },
        { what: 'journals', count: 1, kept: false },
      ],
      problems: [
        {
          line: 29,
          message: 'DTSTART is missing, or not a date or time of the years 1900 to 2200.',
          title: 'No start',
        },
        { line: 41, message: 'This is not a property with a value.', title: null },
      ],
      batch_id: null,
    })
    assert.deepEqual(await titles(client), [])

    const done = await client.imports.ics({ body: ALL })
    assert.ok(done.batch_id)
    assert.deepEqual({ ...done, batch_id: null, dry_run: true }, dry)
    assert.deepEqual(await titles(client), [
      '01-05T09:00 주간 회의',
      '01-10T00:00 Buy milk',
      '01-12T11:00 Moved',
      '01-26T09:00 주간 회의',
    ])
    const groups = await client.tags.listGroups()
    assert.deepEqual(
      groups.map(({ name, tags }) => [name, tags.map(tag => tag.name)]),
      [['Imported', ['Team', 'Work']]],
    )

    // A new export of the same data differs only in DTSTAMP, the time of the export.
    const again = await client.imports.ics({ body: ALL.replaceAll('DTSTAMP:2026', 'DTSTAMP:2027') })
    assert.deepEqual(
      [again.schedules, again.todos, again.new_tags, again.batch_id],
      [{ created: 0, updated: 0, unchanged: 1 }, { created: 0, updated: 0, unchanged: 1 }, [], null],
    )
    const changed = await client.imports.ics({ body: ALL.replace('SUMMARY:Moved', 'SUMMARY:Moved again') })
    assert.deepEqual(changed.schedules, { created: 0, updated: 1, unchanged: 0 })

    const [batch] = (await client.history.list()).filter(each => each.batch_id === done.batch_id)
    assert.equal(batch?.via, 'import')
    await client.history.undo({ params: { batch_id: changed.batch_id ?? '' } })
    await client.history.undo({ params: { batch_id: done.batch_id } })
    assert.deepEqual(await titles(client), [])
    assert.deepEqual(await client.tags.listGroups(), [])
    await client.users.updatePreferences({ body: { language: 'ko' } })
    assert.deepEqual((await client.imports.ics({ body: ALL })).schedules.created, 1)
    assert.deepEqual(
      (await client.tags.listGroups()).map(({ name }) => name),
      ['가져온 항목'],
    )
  })

  it('add a changed occurrence to the series that was imported before', async () => {
    const { client } = await server.join()
    await client.imports.ics({ body: file(series) })
    const later = event(
      'series@x',
      ...moved.slice(3, -1).map(line => line.replaceAll('20260112', '20260119')),
    )
    const result = await client.imports.ics({ body: file(moved, later) })
    assert.deepEqual(result.schedules, { created: 0, updated: 2, unchanged: 0 })
    assert.deepEqual(await titles(client), [
      '01-05T09:00 주간 회의',
      '01-12T11:00 Moved',
      '01-19T11:00 Moved',
      '01-26T09:00 주간 회의',
    ])
    assert.deepEqual((await client.imports.ics({ body: file(moved) })).schedules.created, 0)
  })

  it('delete a canceled occurrence of the series that was imported before, and skip it without the series', async () => {
    const { client } = await server.join()
    const message = { line: 4, message: 'The event is canceled.', title: 'Untitled' }
    for (const query of [{ dry_run: true }, {}]) {
      const { schedules, skipped, problems } = await client.imports.ics({ body: file(canceled), query })
      assert.deepEqual(schedules, { created: 0, updated: 0, unchanged: 0 })
      assert.deepEqual([skipped, problems], [1, [message]])
    }
    await client.imports.ics({ body: file(series) })
    assert.equal((await client.imports.ics({ body: file(canceled) })).schedules.updated, 1)
    const left = ['01-05T09:00 주간 회의', '01-12T09:00 주간 회의', '01-26T09:00 주간 회의']
    assert.deepEqual(await titles(client), left)
    const again = await client.imports.ics({ body: file(canceled) })
    assert.deepEqual([again.schedules.unchanged, await titles(client)], [1, left])
  })

  itOnce(
    'understand zones whose names Outlook folds, and lines that are folded inside of a character',
    async () => {
      const { client } = await server.join()
      const season = (name: string, to: string, month: number) => [
        ...[`BEGIN:${name}`, 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0100', `TZOFFSETTO:${to}`],
        ...[`RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`, `END:${name}`],
      ]
      const zone = [
        ...['BEGIN:VTIMEZONE', 'TZID:(UTC+01:00) Amsterdam\\, Berlin\\, Bern\\, Rome\\, Stockholm\\, Vienna'],
        ...[...season('STANDARD', '+0100', 10), ...season('DAYLIGHT', '+0200', 3), 'END:VTIMEZONE'],
      ]
      const start =
        'DTSTART;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm,\r\n  Vienna":20260105T090000'
      const bytes = Buffer.from(file(zone, event('outlook@x', start, 'SUMMARY:한글')))
      const at = bytes.indexOf('한') + 1
      const body = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
      await client.imports.ics({ body })
      const query = { start_date: '2026-01-05', end_date: '2026-01-06' }
      const [found] = await client.schedules.list({ query })
      assert.deepEqual([found?.title, found?.start_time], ['한글', '2026-01-05T08:00:00Z'])
    },
  )

  itOnce(
    'accept a form with a file, need the scopes of what they write, and refuse other types',
    async () => {
      const { client, access_token } = await server.join()
      const form = new FormData()
      form.append('note', 'x')
      form.append('file', new Blob([ALL], { type: 'text/calendar' }), 'calendar.ics')
      const encoded = new Request('http://x', { method: 'POST', body: form })
      const post = (headers: Record<string, string>, body: string | Buffer) =>
        server.fetch('/v1/import/ics?dry_run=true', {
          method: 'POST',
          headers: { authorization: `Bearer ${access_token}`, ...headers },
          body,
        })
      const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
      const answer = await post(type, Buffer.from(await encoded.arrayBuffer()))
      assert.equal(answer.status, 200)
      assert.equal(((await answer.json()) as { schedules: { created: number } }).schedules.created, 1)
      assert.equal((await post({ 'content-type': 'application/json' }, '{}')).status, 415)
      assert.equal(
        (await post({ 'content-type': 'text/calendar' }, 'x'.repeat(20 * 1024 * 1024 + 1))).status,
        413,
      )
      assert.equal((await post({ 'content-type': 'text/calendar' }, 'nothing')).status, 400)
      const { token } = await client.tokens.create({ body: { name: 'x', scopes: ['schedules:write'] } })
      await rejectsWith(server.bearer(token).imports.ics({ body: ALL }), 403, /todos:write/)
      const narrow = await server.bearer(token).imports.ics({ body: file(series) })
      assert.deepEqual([narrow.schedules.created, narrow.new_tags], [1, []])
    },
  )
})

test('a client that sends a too large file to its end sees the 413, and can go on with the connection', async t => {
  const server = await startEmbedded(await openFreshSqlite())
  t.after(() => server.close())
  const [host = '', port = ''] = (await listening(server.app)).split(':')
  const { access_token } = await server.join()
  const socket = connect(Number(port), host)
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  const size = 21 * 1024 * 1024
  const head = `POST /v1/import/ics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${access_token}\r\n`
  socket.write(`${head}Content-Type: text/calendar\r\nContent-Length: ${size}\r\n\r\n`)
  // Many clients read the response only after they have sent everything.
  socket.pause()
  for (let sent = 0; sent < size; sent += 1024 * 1024)
    if (!socket.write(Buffer.alloc(1024 * 1024, 'x'))) await once(socket, 'drain')
  socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const answers = await text(socket)
  assert.deepEqual(answers.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 404'])
})

test('hostile files are answered with a 400 or a report, and do not hold the event loop', async t => {
  const server = await startEmbedded(await openFreshSqlite())
  t.after(() => server.close())
  const { client } = await server.join()
  const start = 'DTSTART:20260101T000000Z'
  const nested = [...Array(5_000).fill('BEGIN:X'), ...Array(5_000).fill('END:X')]
  const hostile: [name: string, body: string][] = [
    ['deep nesting', file(event('deep@x', start, ...nested))],
    ['a line of 5 MB', file(event('long@x', start, `DESCRIPTION:${'x'.repeat(5_000_000)}`))],
    ['a million lines', file(event('lines@x', start, Array(1_000_000).fill(' x').join('\r\n')))],
    ['seconds', file(event('second@x', start, 'RRULE:FREQ=SECONDLY'))],
    ['open components', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'.repeat(20_000)],
    ['null bytes', file(event('null@x', start, 'SUMMARY:a\u0000b'))],
  ]
  const delay = monitorEventLoopDelay({ resolution: 10 })
  for (const [name, body] of hostile) {
    delay.reset()
    delay.enable()
    const answer = await client.imports
      .ics({ query: { dry_run: true }, body })
      .then(result =>
        result.problems.length > 0 ? 'reported' : `accepted ${JSON.stringify(result.schedules)}`,
      )
      .catch(error => error.status as number)
    delay.disable()
    if (process.env['SHOW_DELAYS']) console.log(name, answer, Math.round(delay.max / 1e6))
    assert.ok(answer === 'reported' || answer === 400, `${name}: ${answer}`)
  }
})
