import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import ICAL from 'ical.js'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { unzip } from '../../../test/support/zip.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { HeavyWork } from '../../platform/kernel/concurrency/heavy-work.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import type { ArchiveManifest } from '../../platform/storage/copies/personal/personal-archive.ts'
import { NOT_EXPORTED, PERSONAL_TABLES } from '../../platform/storage/copies/personal/personal-tables.ts'
import { byCommand } from '../audit/audit-entry.ts'
import { ROW_SCHEMAS } from '../moving/archive/row-schemas.ts'
import { exportService } from './service.ts'

type Rows = Record<string, Record<string, unknown>[]>

async function download(
  client: Client,
  history = false,
): Promise<{ files: Record<string, string>; rows: Rows }> {
  const response = await client.personalData.download({ query: { history, account: true } })
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="daymark-[\d-]+\.zip"$/,
  )
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  const rows = Object.entries(files)
    .filter(([name]) => name.endsWith('.jsonl'))
    .map(([name, text]) => [
      name.replace('account/', '').replace('.jsonl', ''),
      text
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
    ])
  return { files, rows: Object.fromEntries(rows) as Rows }
}

forEachStorage('an export', open => {
  let server: TestApp
  let ann: Client
  let bob: Client
  before(async () => {
    server = await startTestApp(await open())
    ann = await server.as('ann', { email: 'ann@example.org', email_verified: true })
    bob = await server.as('bob')
  })
  after(() => server.close())

  it('has a calendar file that an empty account imports without duplicates, and exports again', async () => {
    const [cleo, dora] = [await server.as('cleo'), await server.as('dora')]
    for (const each of [cleo, dora]) await each.users.updatePreferences({ body: { timezone: 'Asia/Seoul' } })
    const group = await cleo.tags.createGroup({
      body: { name: 'Home', color: '#112233', is_todo_group: true },
    })
    const todo = { tag_group_id: group.id }
    await cleo.todos.create({ body: { ...todo, title: 'Timed', deadline: '2026-03-02T09:00:00Z' } })
    await cleo.todos.create({ body: { ...todo, title: 'Date', deadline: '2026-03-03' } })
    const moved = await cleo.todos.create({
      body: { ...todo, title: 'Moved', deadline: '2026-03-04T09:00:00Z' },
    })
    const times = { start_time: '2026-03-05T09:00:00Z', end_time: '2026-03-05T10:00:00Z' }
    await cleo.schedules.update({ params: { schedule_id: moved.schedules[0]?.id ?? '' }, body: times })
    const reminders = [{ at_time: '08:00', days_before: 1 }]
    const tag = await cleo.tags.create({ body: { name: 'deep', color: '#445566', group_id: group.id } })
    const edits = {
      Described: { description: 'Bring the keys' },
      Placed: { location: 'Room 4' },
      Completed: { state: 'COMPLETED' as const },
      Alarmed: { reminders },
      Tagged: { tag_ids: [tag.id] },
    }
    for (const [title, body] of Object.entries(edits)) {
      const { schedules } = await cleo.todos.create({ body: { ...todo, title, deadline: '2026-03-06' } })
      await cleo.schedules.update({ params: { schedule_id: schedules[0]?.id ?? '' }, body })
    }
    const plain = { ...todo, title: 'Unedited', description: 'As created', tag_ids: [tag.id] }
    await cleo.todos.create({ body: { ...plain, deadline: '2026-03-07' } })
    const later = await cleo.todos.create({ body: { ...todo, title: 'Later', deadline: '2026-03-07' } })
    await cleo.todos.update({ params: { todo_id: later.id }, body: { description: 'Only of the todo' } })
    await cleo.schedules.create({ body: { title: 'Reminded', ...times, reminders } })
    const file = async (client: Client) => (await download(client)).files['calendar.ics'] ?? ''
    const sent = await file(cleo)
    const summaries = (text: string, kind: string) =>
      text
        .split(`BEGIN:${kind}`)
        .slice(1)
        .map(each => /SUMMARY:(.*)\r/.exec(each)?.[1])
        .sort()
    const edited = Object.keys(edits)
    assert.deepEqual(summaries(sent, 'VEVENT'), [...edited, 'Moved', 'Reminded'].sort())
    const titles = [...edited, 'Timed', 'Date', 'Moved', 'Unedited', 'Later']
    assert.deepEqual(summaries(sent, 'VTODO'), titles.sort())
    assert.match(sent, /DESCRIPTION:Bring the keys/)
    assert.match(sent, /LOCATION:Room 4/)
    assert.match(sent, /X-DAYMARK-STATE:COMPLETED/)
    await dora.imports.ics({ body: sent })
    const again = await file(dora)
    for (const kind of ['VEVENT', 'VTODO']) assert.deepEqual(summaries(again, kind), summaries(sent, kind))
    const query = { start_date: '2026-03-01', end_date: '2026-03-10' }
    const shown = (await dora.schedules.list({ query })).find(each => each.title === 'Reminded')
    assert.deepEqual(shown?.reminders, reminders)
  })

  it('contains every kind of data of the person, without secrets and without the data of others', async () => {
    const group = await ann.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const tag = await ann.tags.create({ body: { name: 'deep', color: '#445566', group_id: group.id } })
    for (const title of ['one', 'two'])
      await ann.todos.create({ body: { title, tag_group_id: group.id, tag_ids: [tag.id] } })
    const start_time = '2026-03-02T09:00:00Z'
    const series = await ann.schedules.create({
      body: {
        title: 'Daily',
        start_time,
        end_time: '2026-03-02T10:00:00Z',
        recurrence_rule: 'FREQ=DAILY;COUNT=3',
      },
    })
    await ann.schedules.update({
      params: { schedule_id: series.id },
      query: { instance_start: start_time },
      body: { tag_ids: [tag.id] },
    })
    const poll = await ann.meetings.create({
      body: {
        title: 'Dinner',
        start_date: '2026-03-02',
        end_date: '2026-03-03',
        available_days: [0, 1],
        start_time: '09:00',
        end_time: '11:00',
        time_slot_minutes: 60,
        timezone: 'UTC',
        visibility: { level: 'public' },
      },
    })
    await bob.meetings.participate({ params: { meeting_id: poll.id }, body: { display_name: 'Bobby' } })
    const { token } = await ann.tokens.create({ body: { name: 'My script', scopes: ['read'] } })
    await bob.tags.createGroup({ body: { name: 'Not mine', color: '#000000' } })
    await ann.users.updatePreferences({ body: { theme: 'dark' } })

    const { files, rows } = await download(ann)
    const names = (table: string, column: string) => rows[table]?.map(row => row[column])
    assert.deepEqual(names('todos', 'title')?.sort(), ['one', 'two'])
    assert.equal(rows['todo_tags']?.length, 2)
    assert.deepEqual(names('schedule_exception_tags', 'tag_id'), [tag.id])
    assert.deepEqual(names('other_participants', 'display_name'), ['Bobby'])
    assert.deepEqual(names('personal_tokens', 'name'), ['My script'])
    assert.deepEqual(names('preferences', 'theme'), ['dark'])
    assert.equal(rows['changes'], undefined)
    const all = Object.values(files).join('')
    assert.ok(!all.includes('Not mine') && !all.includes(token) && !/"(hash|password)"/.test(all))
    const { rows: more } = await download(ann, true)
    assert.ok((more['changes']?.length ?? 0) > 5)

    const calendar = new ICAL.Component(ICAL.parse(files['calendar.ics'] ?? ''))
    const summaries = (kind: string) =>
      calendar.getAllSubcomponents(kind).map(each => each.getFirstPropertyValue('summary'))
    assert.deepEqual(summaries('vevent').sort(), ['Daily', 'Daily'])
    assert.deepEqual(summaries('vtodo').sort(), ['one', 'two'])
    assert.match(files['calendar.ics'] ?? '', /RRULE:FREQ=DAILY;COUNT=3/)

    const {
      files: listed,
      others,
      account,
      format,
    } = JSON.parse(files['manifest.json'] ?? '') as ArchiveManifest
    assert.deepEqual([account, format], [true, 'daymark-export-3'])
    assert.deepEqual(
      Object.keys(listed).map(name => name.replace('account/', '').replace('.jsonl', '')),
      Object.keys(PERSONAL_TABLES).filter(name => name !== 'changes'),
    )
    for (const [name, { sha256, rows: count }] of Object.entries(listed)) {
      assert.equal(
        createHash('sha256')
          .update(files[name] ?? '')
          .digest('hex'),
        sha256,
      )
      assert.equal(files[name]?.split('\n').filter(Boolean).length, count)
    }
    assert.deepEqual(Object.keys(others ?? {}), ['README.txt', 'calendar.ics'])
    for (const [name, { sha256, bytes }] of Object.entries(others ?? {})) {
      const content = Buffer.from(files[name] ?? '')
      assert.deepEqual([createHash('sha256').update(content).digest('hex'), content.length], [sha256, bytes])
    }
  })

  it('reads page by page: all rows, each once and in the same order again', async () => {
    const carl = await server.as('carl')
    const group = await carl.tags.createGroup({ body: { name: 'Many', color: '#112233' } })
    for (let at = 0; at < 60; at++)
      await carl.todos.create({ body: { title: `todo ${at}`, tag_group_id: group.id } })
    const idsOf = async () => (await download(carl)).rows['todos']?.map(row => String(row['id'])) ?? []
    const ids = await idsOf()
    assert.equal(ids.length, 60)
    assert.equal(new Set(ids).size, 60)
    assert.deepEqual(await idsOf(), ids)
  })
})

describe('an export that is not read', () => {
  it('delays only a second one of the same person, ends when the reader leaves or stalls, and frees its place', async t => {
    const storage = await openFreshSqlite()
    t.after(() => storage.close())
    const avatar_url = randomBytes(600_000).toString('base64')
    const person = { display_name: 'x', email: null, claims_at: 0, created_at: 0, updated_at: 0, avatar_url }
    const people = ['ann', 'bob', 'carl'].map(id => ({
      ...person,
      id,
      friend_code: id,
      email_verified: 0 as never,
    }))
    await storage.write([], tx => tx.sql.insertInto('users').values(people).execute())
    const heavy = new HeavyWork({ at_once: 1 })
    const times = { stall_ms: 2_000, wait_ms: 20 }
    const service = exportService({ uow: storage, clock: systemClock, heavy, version: '1', ...times })
    const archiveOf = (id: string) =>
      service.archiveOf({ id } as Actor, { history: false, account: true }, byCommand('test'))
    const closed = (stream: Readable) => new Promise(resolve => stream.once('close', resolve))
    const isFree = async (id: string) => {
      for (;;) {
        const stream = await archiveOf(id).catch(() => undefined)
        if (stream) return stream.destroy()
        await new Promise(setImmediate)
      }
    }

    const first = await archiveOf('ann')
    await assert.rejects(archiveOf('ann'), { kind: 'unavailable', retry_after: 10 })
    const second = await archiveOf('bob')
    const third = await archiveOf('carl')
    assert.ok((await buffer(third)).length > 600_000)
    first.destroy()
    // Nobody reads the second archive, so it stalls and is closed.
    await closed(second)
    await isFree('ann')
    await isFree('bob')
  })
})

describe('the tables of the database', () => {
  it('are all exported, or not for a reason', async t => {
    const storage = await openFreshSqlite()
    t.after(() => storage.close())
    const tables = await storage.read(db => db.sql.introspection.getTables())
    const personal = Object.keys(PERSONAL_TABLES).filter(name => !PERSONAL_TABLES[name]?.table)
    const known = [...personal, ...Object.keys(NOT_EXPORTED)]
    assert.deepEqual(
      tables.map(({ name }) => name).sort(),
      known.sort(),
      'add each new table to personal-tables.ts',
    )
    for (const { name, columns } of tables) {
      const table = PERSONAL_TABLES[name]
      if (!table) continue
      const has = new Set(columns.map(column => column.name))
      assert.ok(
        [...table.key, ...(table.secret ?? [])].every(column => has.has(column)),
        name,
      )
      if (table.isContent) {
        const exported = [...has].filter(column => !table.without?.includes(column)).sort()
        const imported = Object.keys(ROW_SCHEMAS[name]?.['properties'] ?? {}).sort()
        assert.deepEqual(
          exported,
          imported,
          `add the new column of ${name} to row-schemas.ts, or to \`without\``,
        )
      }
      const hidden = columns
        .filter(column => /password|secret$|hash$|^token$|_version$/.test(column.name))
        .map(each => each.name)
      assert.ok(
        hidden.every(column => table.secret?.includes(column)),
        `${name} may have a secret`,
      )
    }
  })
})
