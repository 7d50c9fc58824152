import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { ArchiveImport } from '@daymark/contract/moving/archive-import'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { SEED_VARIABLE, seedOf } from '../../../../../scripts/test/seed.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { history, live } from '../../../../test/support/history.ts'
import { assertIntegrity, assertSearchTexts, assertTotals } from '../../../../test/support/integrity.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage, openFreshPostgres, openFreshSqlite } from '../../../../test/support/storages.ts'
import { archiveWith, resealed, zipOf } from '../../../../test/support/write-zip.ts'
import { unzip } from '../../../../test/support/zip.ts'
import { bufferSource } from '../../../platform/uploads/byte-source.ts'
import { FileFault } from '../../../platform/uploads/file-fault.ts'
import { CONTENT_TABLES } from './content.ts'
import { readArchive } from './read-archive.ts'
import { keepSound } from './references.ts'
import { Scratch } from './scratch-store.ts'
import { keepArchiveTrees } from './trees.ts'

type Files = Record<string, string>

const download = async (client: Client) =>
  new Uint8Array(await (await client.personalData.download()).arrayBuffer())

/** Unzips an archive, and removes the time of the export from its manifest, because it differs between exports. */
function filesOf(archive: Uint8Array): Files {
  const files = unzip(Buffer.from(archive))
  const { created_at: _time, ...manifest } = JSON.parse(files['manifest.json'] ?? '{}') as Record<
    string,
    unknown
  >
  return { ...files, 'manifest.json': JSON.stringify(manifest) }
}

const filesIn = async (client: Client): Promise<Files> => filesOf(await download(client))

const totals = ({ kinds }: ArchiveImport) =>
  (['created', 'updated', 'unchanged', 'deleted'] as const).map(name =>
    kinds.reduce((sum, kind) => sum + kind[name], 0),
  )

const ICS = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Test//Test//EN',
  'BEGIN:VEVENT',
  'UID:series@example.org',
  'DTSTAMP:20260112T080000Z',
  'DTSTART;TZID=Europe/Berlin:20260113T150000',
  'DTEND;TZID=Europe/Berlin:20260113T154500',
  'RRULE:FREQ=WEEKLY;COUNT=5',
  'SUMMARY:Choir',
  'CATEGORIES:Music,Fun',
  'X-KEPT:yes',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:series@example.org',
  'RECURRENCE-ID;TZID=Europe/Berlin:20260120T150000',
  'DTSTAMP:20260112T080000Z',
  'DTSTART;TZID=Europe/Berlin:20260121T150000',
  'DTEND;TZID=Europe/Berlin:20260121T160000',
  'SUMMARY:Choir (moved)',
  'END:VEVENT',
  'BEGIN:VTODO',
  'UID:task@example.org',
  'DTSTAMP:20260112T080000Z',
  'SUMMARY:Buy “strings” é 한국어',
  'DUE;VALUE=DATE:20260115',
  'PRIORITY:1',
  'END:VTODO',
  'END:VCALENDAR',
  '',
].join('\r\n')

/** Uses every feature whose data can be moved. */
async function fill(client: Client): Promise<void> {
  const group = await client.tags.createGroup({
    body: { name: 'Work', color: '#112233', is_todo_group: true, description: 'a\nb' },
  })
  const tag = await client.tags.create({ body: { name: 'deep', color: '#445566', group_id: group.id } })
  await client.tags.updateGroup({ params: { group_id: group.id }, body: { goal_ratios: { [tag.id]: 0.4 } } })
  const parent = await client.todos.create({
    body: {
      title: 'Parent',
      tag_group_id: group.id,
      tag_ids: [tag.id],
      deadline: '2030-03-02T09:00:00Z',
      recurrence_rule: 'FREQ=WEEKLY',
      timezone: 'Europe/Berlin',
      reminders: [{ minutes_before: 10 }, { at_time: '08:00', days_before: 1 }],
      estimate_minutes: 30,
      priority: 2,
      position: 'a0',
      visibility: {
        level: 'allowed_emails',
        allowed_emails: ['b@x.org', 'a@x.org'],
        allowed_domains: ['x.org'],
      },
    },
  })
  const child = await client.todos.create({
    body: { title: 'Child', tag_group_id: group.id, parent_id: parent.id, deadline_date: '2030-05-01' },
  })
  await client.todos.update({ params: { todo_id: parent.id }, body: { status: 'DONE' } })
  const start_time = '2026-03-02T09:00:00Z'
  const series = await client.schedules.create({
    body: {
      title: 'Daily',
      start_time,
      end_time: '2026-03-02T10:00:00Z',
      recurrence_rule: 'FREQ=DAILY;COUNT=9',
      tag_ids: [tag.id],
      visibility: { level: 'public' },
    },
  })
  const occurrence = { params: { schedule_id: series.id }, query: { instance_start: start_time } }
  await client.schedules.update({
    ...occurrence,
    body: { title: 'Once', tag_ids: [tag.id], description: 'x', location: '서울' },
  })
  await client.schedules.update({
    params: { schedule_id: series.id },
    query: { instance_start: '2026-03-04T09:00:00Z' },
    body: { start_time: '2026-06-04T09:00:00Z', end_time: '2026-06-04T09:30:00Z' },
  })
  await client.schedules.remove({ ...occurrence, query: { instance_start: '2026-03-03T09:00:00Z' } })
  await client.schedules.create({
    body: { title: 'Trip', start_time: '2026-07-01', end_time: '2026-07-04', all_day: true },
  })
  await client.timers.addRecord({
    body: {
      title: 'Past',
      segments: [{ start: '2026-01-01T09:00:00Z', end: '2026-01-01T09:30:00.123Z' }],
      allocated_duration: 1.5,
      tag_ids: [tag.id],
      todo_id: child.id,
      visibility: { level: 'selected', allowed_user_ids: [] },
    },
  })
  await client.focus.start({ body: { todo_id: child.id, work_minutes: 25 } })
  const poll = await client.meetings.create({
    body: {
      title: 'Dinner',
      start_date: '2030-03-02',
      end_date: '2030-03-08',
      available_days: [0, 1, 2, 3, 4, 5, 6],
      start_time: '09:00',
      end_time: '24:00',
      time_slot_minutes: 60,
      timezone: 'Asia/Seoul',
      visibility: { level: 'friends' },
    },
  })
  const me = await client.meetings.participate({
    params: { meeting_id: poll.id },
    body: { display_name: 'Me' },
  })
  const slot = { slot_date: '2030-03-04', start_time: '10:00:00', end_time: '12:00:00' }
  await client.meetings.setAvailability({
    params: { meeting_id: poll.id },
    query: { participant_id: me.id },
    body: [slot],
  })
  await client.users.updatePreferences({
    body: {
      theme: 'dark',
      timezone: 'Asia/Seoul',
      working_hours: { '0': [{ start: '09:00', end: '17:00' }] },
      default_tag_group_id: group.id,
      default_reminders: [{ minutes_before: 5 }],
      deadlines_in_calendar_apps: true,
      week_templates: [
        {
          ...{ id: crypto.randomUUID(), name: 'Usual week' },
          entries: [
            {
              ...{
                weekday: 6,
                start: '09:30',
                minutes: 90,
                all_day: false,
                title: 'Read',
                description: null,
              },
              tag_ids: [tag.id],
            },
          ],
        },
      ],
    },
  })
  await client.imports.ics({ body: ICS })
}

describe('an archive between servers', () => {
  const servers: TestApp[] = []
  before(async () => {
    for (const open of [openFreshSqlite, openFreshPostgres, openFreshSqlite, openFreshPostgres])
      servers.push(await startTestApp(await open()))
  })
  after(async () => {
    for (const server of servers) await server.close()
  })

  async function requireEqual(from: Client, to: TestApp): Promise<void> {
    const archive = await download(from)
    const { client } = await newPerson(to, 'moved')
    const dry = await client.personalData.upload({ query: { dry_run: true }, body: archive })
    const result = await client.personalData.upload({ body: archive })
    assert.deepEqual(result.problems, [])
    assert.deepEqual({ ...dry, dry_run: false, batch_id: result.batch_id }, result)
    assert.deepEqual(await filesIn(client), filesOf(archive))
    assert.deepEqual(totals(await client.personalData.upload({ body: archive }))[2], totals(result)[0])
  }

  it('is the same after a round trip from one database to the other, with data of every feature', async () => {
    const [sqlite, postgres, lite, big] = servers
    for (const [from, to] of [
      [sqlite, big],
      [postgres, lite],
    ] as const) {
      assert.ok(from && to)
      const { client } = await newPerson(from, 'ann')
      await fill(client)
      const files = await filesIn(client)
      for (const table of ['todos', 'schedules', 'timers', 'focus_runs', 'meetings', 'preferences'])
        assert.notEqual(files[`${table}.jsonl`], '', table)
      await requireEqual(client, to)
      await assertIntegrity(to.storage)
      await assertTotals(to.storage)
      await assertSearchTexts(to.storage)
    }
  })

  it('is the same for random histories', async () => {
    const [from, , lite, big] = servers
    assert.ok(from && lite && big)
    const idsOf = async () =>
      (await from.storage.read(db => db.sql.selectFrom('users').select('id').execute())).map(({ id }) => id)
    // Does not move the people of the first test again.
    const moved = new Set(await idsOf())
    await fc.assert(
      fc.asyncProperty(history, async steps => {
        await live(from, steps)
        for (const id of await idsOf()) {
          if (!moved.has(id)) await requireEqual(await from.as(id), moved.size % 2 ? lite : big)
          moved.add(id)
        }
        await assertIntegrity(lite.storage)
        await assertIntegrity(big.storage)
      }),
      { numRuns: runs(1), endOnFailure: true },
    )
  })
})

forEachStorage('an archive import', (open, name) => {
  let server: TestApp
  /** Has data of every feature. No test changes it. */
  let owner: Client
  let archive: Uint8Array<ArrayBuffer>
  before(async () => {
    server = await startTestApp(await open())
    owner = (await newPerson(server, 'owner')).client
    await fill(owner)
    archive = await download(owner)
  })
  after(() => server.close())

  it('is one batch that can be undone, also if it replaced everything', async () => {
    const { client } = await newPerson(server, 'to')
    const group = await client.tags.createGroup({ body: { name: 'Mine', color: '#000000' } })
    const todo = await client.todos.create({
      body: { title: 'Mine', tag_group_id: group.id, visibility: { level: 'public' } },
    })
    await client.users.updatePreferences({ body: { theme: 'light' } })
    const original = await filesIn(client)

    const merged = await client.personalData.upload({ body: archive })
    assert.ok((totals(merged)[0] ?? 0) > 10)
    assert.equal((await client.users.preferences()).theme, 'light')
    assert.equal((await client.users.preferences()).timezone, 'Asia/Seoul')
    await assertIntegrity(server.storage)
    // Another person already has items with the ids of the archive, so the import chose other ids. The second import
    // finds them.
    assert.deepEqual(totals(await client.personalData.upload({ body: archive })).slice(0, 2), [0, 0])
    await client.history.undo({ params: { batch_id: merged.batch_id ?? '' } })
    assert.deepEqual(withoutTimes(await filesIn(client)), withoutTimes(original))

    const replaced = await client.personalData.upload({ query: { mode: 'replace' }, body: archive })
    await rejectsWith(client.todos.get({ params: { todo_id: todo.id } }), 404)
    assert.equal((await client.users.preferences()).theme, 'dark')
    await assertIntegrity(server.storage)
    await client.history.undo({ params: { batch_id: replaced.batch_id ?? '' } })
    assert.deepEqual(withoutTimes(await filesIn(client)), withoutTimes(original))
    await assertIntegrity(server.storage)
    await assertTotals(server.storage)
    // The other person's data was never touched.
    assert.deepEqual(await filesIn(owner), filesOf(archive))
  })

  it('keeps later changes when merging, and takes the archive when replacing', async () => {
    const { client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#000000' } })
    const [one, two] = await Promise.all(
      ['one', 'two'].map(title => client.todos.create({ body: { title, tag_group_id: group.id } })),
    )
    assert.ok(one && two)
    const archive = await download(client)
    server.clock.advance(10)
    await client.todos.update({ params: { todo_id: one.id }, body: { title: 'changed' } })
    await client.todos.remove({ params: { todo_id: two.id } })
    const result = await client.personalData.upload({ body: archive })
    assert.deepEqual(totals(result), [1, 0, 2, 0])
    const titles = async () => (await client.todos.list()).map(({ title }) => title).sort()
    assert.deepEqual(await titles(), ['changed', 'two'])
    await client.personalData.upload({ query: { mode: 'replace' }, body: archive })
    assert.deepEqual(await titles(), ['one', 'two'])
    assert.deepEqual(await filesIn(client), filesOf(archive))
  })

  it('moves todos along with a parent that the archive moved to another group', async () => {
    const { client } = await newPerson(server, 'ann')
    const [here, there] = await Promise.all(
      ['Here', 'There'].map(name => client.tags.createGroup({ body: { name, color: '#000000' } })),
    )
    assert.ok(here && there)
    const add = (title: string, parent_id?: string) =>
      client.todos.create({ body: { title, tag_group_id: here.id, ...(parent_id && { parent_id }) } })
    const parent = await add('parent')
    const child = await add('child', parent.id)
    const grandchild = await add('grandchild', child.id)
    const files = unzip(Buffer.from(await download(client)))
    server.clock.advance(20)
    await client.todos.update({ params: { todo_id: child.id }, body: { title: 'changed' } })
    const updated_at = server.clock.now() - 10
    const moved = archiveWith(files, 'todos.jsonl', rows =>
      rows.map(row => ({ ...row, tag_group_id: there.id, ...(row['id'] !== child.id && { updated_at }) })),
    )
    const result = await client.personalData.upload({ body: zipOf(moved) })
    assert.deepEqual(totals(result), [0, 3, 2, 0])
    assert.deepEqual(
      (await client.todos.list()).map(each => [each.title, each.tag_group_id, each.parent_id]).sort(),
      [
        ['changed', there.id, parent.id],
        ['grandchild', there.id, child.id],
        ['parent', there.id, null],
      ],
    )
    assert.equal(grandchild.parent_id, child.id)
    await assertIntegrity(server.storage)
    await client.history.undo({ params: { batch_id: result.batch_id ?? '' } })
    assert.ok((await client.todos.list()).every(each => each.tag_group_id === here.id))
  })

  it('imports what is sound if rows are missing, and the database stays sound', async () => {
    const files = unzip(Buffer.from(archive))
    const { client } = await newPerson(server, 'to')
    const names = Object.keys(files).filter(name => name.endsWith('.jsonl') && files[name] !== '')
    const spoiled = names.map(name => [name, (files[name] ?? '').split('\n').slice(1).join('\n')])
    const body = zipOf(resealed({ ...files, ...Object.fromEntries(spoiled) }))
    const result = await client.personalData.upload({ body })
    assert.ok(result.skipped > 0 && result.batch_id)
    await assertIntegrity(server.storage)
    for (const list of [client.todos.list, client.timers.list, client.meetings.list]) await list()
  })

  it('counts each row with a problem once, and names its file', async () => {
    const files = unzip(Buffer.from(archive))
    const { client } = await newPerson(server, 'to')
    const preview = (changed: Files) =>
      client.personalData.upload({ query: { dry_run: true }, body: zipOf(changed) })
    const withoutLinks = archiveWith(files, 'timers.jsonl', rows =>
      rows.map((row, at) =>
        at === 0 ? { ...row, todo_id: crypto.randomUUID(), schedule_id: crypto.randomUUID() } : row,
      ),
    )
    const links = await preview(withoutLinks)
    assert.deepEqual([links.skipped, links.problems.length], [1, 2])
    const withoutGroup = archiveWith(files, 'todos.jsonl', rows =>
      rows.map(row => ({ ...row, tag_group_id: crypto.randomUUID() })),
    )
    const { 'todos.jsonl': todos = '', 'manifest.json': manifest = '', ...rest } = withoutGroup
    const renamed = manifest.replace('"todos.jsonl"', '"todos-2.jsonl"')
    const { problems } = await preview({ ...rest, 'todos-2.jsonl': todos, 'manifest.json': renamed })
    const lost = new Set(problems.map(({ file }) => file))
    assert.ok(lost.has('todos-2.jsonl') && !lost.has('todos.jsonl'))
    assert.ok(lost.has('todo_tags.jsonl'), 'the rows of a lost item are lost with it')
  })

  it('leaves out the changed occurrences of an entry that does not repeat, with their tags', async () => {
    const files = unzip(Buffer.from(archive))
    const once = archiveWith(files, 'schedules.jsonl', rows =>
      rows.map(row => ({ ...row, recurrence_rule: null, recurrence_end: null })),
    )
    const { client } = await newPerson(server, 'to')
    const { skipped, problems } = await client.personalData.upload({ body: zipOf(once) })
    assert.ok(skipped > 0 && problems.some(({ file }) => file === 'schedule_exception_tags.jsonl'))
    await assertIntegrity(server.storage)
  })

  it('never touches other people: a stolen id, a circle of todos, a second current focus run', async () => {
    const before = await filesIn(owner)
    const files = unzip(Buffer.from(archive))
    const { client } = await newPerson(server, 'thief')
    await client.focus.start()
    const circle = archiveWith(files, 'todos.jsonl', rows => {
      const [a, b] = rows
      return rows.map(row =>
        row === a ? { ...row, parent_id: b?.['id'] } : row === b ? { ...row, parent_id: a?.['id'] } : row,
      )
    })
    const result = await client.personalData.upload({ body: zipOf(circle), query: { mode: 'replace' } })
    assert.ok(
      result.problems.some(({ message }) => /subtodo of itself/.test(message)),
      JSON.stringify(result.problems),
    )
    await assertIntegrity(server.storage)
    assert.deepEqual(await filesIn(owner), before)
    const again = await client.personalData.upload({ body: zipOf(circle) })
    assert.deepEqual(totals(again).slice(0, 2), [0, 0])
  })

  it('replaces once with a key, so that a repeated request does not undo later changes', async () => {
    const { client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#000000' } })
    const todo = await client.todos.create({ body: { title: 'one', tag_group_id: group.id } })
    const archive = await download(client)
    const rename = (title: string) =>
      client.todos.update({ params: { todo_id: todo.id }, body: { title } }).then(() => undefined)
    await rename('changed')
    const send = () =>
      client.personalData.upload({ query: { mode: 'replace' }, body: archive, idempotencyKey: 'archive 1' })
    const first = await send()
    assert.deepEqual(totals(first), [0, 1, 1, 0])
    await rename('later')
    assert.deepEqual(await send(), first)
    assert.deepEqual(
      (await client.todos.list()).map(({ title }) => title),
      ['later'],
    )
  })

  it('is not available to personal access tokens, and shows its progress', async () => {
    const { client } = await newPerson(server, 'ann')
    const archive = await download(client)
    const { token } = await client.tokens.create({ body: { name: 'All', scopes: ['read', 'write'] } })
    const response = await server.fetch('/v1/account/import', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/zip' },
      body: archive,
    })
    assert.equal(response.status, 403)
    assert.deepEqual(await client.personalData.progress(), { running: false, done: 0, total: 0 })
    const running = client.personalData.upload({ body: archive })
    const second = client.personalData.upload({ body: archive, retry: false }).catch((error: Error) => error)
    const outcomes = await Promise.all([running.catch((error: Error) => error), second])
    assert.ok(outcomes.some(outcome => !(outcome instanceof Error)))
  })

  // The remaining tests run only on SQLite, because what they check happens before the import writes.
  if (name !== 'sqlite') return

  it('refuses files that are no sound archive, and writes nothing', async () => {
    const query = { mode: 'replace' as const }
    await rejectsWith(owner.personalData.upload({ body: '', query }), 400, /not a Daymark archive/)
    const half = archive.slice(0, archive.length - 10)
    await rejectsWith(owner.personalData.upload({ body: half, query }), 400, /damaged/)
    assert.deepEqual(await filesIn(owner), filesOf(archive))
  })

  it('leaves out objects with names that PostgreSQL cannot index, and reports them', async () => {
    const files = unzip(Buffer.from(archive))
    // Random syllables, because PostgreSQL compresses repeated ones before it indexes them.
    const syllables = () =>
      Array.from({ length: 1_000 }, () => String.fromCharCode(0xac00 + Math.floor(Math.random() * 11_000)))
    for (const column of ['name', 'parent_uid']) {
      const spoiled = archiveWith(files, 'calendar_objects.jsonl', rows =>
        rows.map(row => ({ ...row, [column]: syllables().join('') })),
      )
      const { client } = await newPerson(server, `long ${column}`)
      const { problems } = await client.personalData.upload({ body: zipOf(spoiled) })
      assert.ok(
        problems.some(({ message }) => /is too long/.test(message)),
        JSON.stringify(problems),
      )
    }
  })
})

describe('hostile archives', () => {
  let files: Record<string, string>
  let archive: Buffer
  before(async () => {
    const server = await startTestApp(await openFreshSqlite())
    const { client } = await newPerson(server, 'ann')
    await fill(client)
    archive = Buffer.from(await download(client))
    files = unzip(archive)
    await server.close()
  })
  async function readBytes(bytes: Uint8Array) {
    const scratch = new Scratch()
    try {
      await readArchive(bufferSource(Buffer.from(bytes)), scratch)
      keepSound(scratch)
      keepArchiveTrees(scratch)
      return { units: scratch.all('select nr from units'), problems: scratch.problems }
    } finally {
      scratch.close()
    }
  }
  const read = (changed: Record<string, string>) => readBytes(zipOf(resealed(changed)))

  it('are refused with the reason', async () => {
    const refused = (body: Uint8Array | string, message: RegExp) =>
      assert.rejects(
        readBytes(Buffer.from(body)),
        error => error instanceof FileFault && message.test(error.message),
      )
    await refused('PK\u0003\u0004 and then nonsense', /damaged/)
    await refused(zipOf({ 'manifest.json': '{}' }), /not a Daymark archive/)
    await refused(zipOf({ 'manifest.json': '[]' }), /not a Daymark archive/)
    await refused(zipOf({ 'manifest.json': '{"format":"daymark-export-9","files":{}}' }), /version/)
    await refused(zipOf({ ...files, 'todos.jsonl': '' }), /todos\.jsonl was changed/)
    const { 'todos.jsonl': _left, ...rest } = files
    await refused(zipOf(rest), /does not contain todos\.jsonl/)
    // A small file that claims to unpack to gigabytes, and a large file that claims to unpack to 10 bytes.
    await refused(zipOf({ 'manifest.json': '{}', 'todos.jsonl': '0' }, { claim: 3_000_000_000 }), /damaged/)
    await refused(zipOf({ 'manifest.json': 'x'.repeat(50_000_000) }, { claim: 10 }), /damaged/)
    await refused(
      zipOf(resealed({ ...files, 'todos.jsonl': `{"x":"${'x'.repeat(1_048_576)}"}` })),
      /Line 1 of todos\.jsonl is longer than 1024 KiB/,
    )
  })

  it('of earlier versions have no locations', async () => {
    const names = ['schedules.jsonl', 'schedule_exceptions.jsonl']
    const without = (text = '') =>
      text.replaceAll(/"location":(?:null|"[^"]*"),?|"location_set":\d,?/g, '').replaceAll(',}', '}')
    const earlier = Object.fromEntries(names.map(name => [name, without(files[name])]))
    assert.doesNotMatch(Object.values(earlier).join(''), /location/)
    const { units, problems } = await read({ ...files, ...earlier })
    assert.deepEqual([units.length, problems], [(await readBytes(archive)).units.length, []])
  })

  it('are read or refused, whichever byte is wrong', async () => {
    assert.deepEqual((await readBytes(archive)).problems, [])
    // Breaks every ninth byte of the ZIP directory, other ones in every run, but only a few bytes before it, because
    // most broken bytes there have the same effect.
    const directory = archive.indexOf('PK\x01\x02', 'latin1')
    const few = Array.from({ length: Math.ceil(directory / 61) }, (_, n) => n * 61)
    const all = Array.from({ length: archive.length - directory }, (_, n) => directory + n)
    const first = Math.abs(seedOf(process.env[SEED_VARIABLE])) % 9
    for (const at of [...few, ...all.filter(each => each % 9 === first)]) {
      const broken = Buffer.from(archive)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      try {
        await readBytes(broken)
      } catch (error) {
        assert.ok(error instanceof FileFault, `byte ${at}: ${error}`)
      }
    }
  })

  it('lose rows with wrong types, foreign references or impossible values, which are reported', async () => {
    const names = Object.keys(files).filter(name => name.endsWith('.jsonl') && files[name] !== '')
    assert.equal(names.length, CONTENT_TABLES.length)
    for (const [column, value] of FAULTS)
      for (const name of names) {
        const [first = '{}', ...others] = (files[name] ?? '').split('\n')
        const row = JSON.parse(first) as Record<string, unknown>
        if (!(column in row) && column !== 'owner_id' && column !== 'version') continue
        const text = [JSON.stringify({ ...row, [column]: value }), ...others].join('\n')
        assert.ok((await read({ ...files, [name]: text })).problems.length > 0, `${name} ${column} ${value}`)
      }
    for (const text of ['null', '[]', '{"', '5', '"x"', '{}', '{"__proto__":{"id":1}}']) {
      const lines = Object.keys(files).map(name => [name, name.endsWith('.jsonl') ? text : files[name]])
      const { units, problems } = await read(Object.fromEntries(lines) as Record<string, string>)
      assert.deepEqual([units.length, problems.length], [0, CONTENT_TABLES.length])
    }
    const long = (files['todos.jsonl'] ?? '').replace(/"title":"[^"]*"/, `"title":"${'🦊'.repeat(9999)}"`)
    const told = (await read({ ...files, 'todos.jsonl': long })).problems[0]
    assert.equal(told?.title, '🦊'.repeat(255))
    const twice = Object.fromEntries(names.map(name => [name, `${files[name]}${files[name]}`]))
    assert.equal((await read({ ...files, ...twice })).units.length, (await readBytes(archive)).units.length)
  })
})

const FAULTS: readonly [column: string, value: unknown][] = [
  ['id', '../../etc/passwd'],
  ['id', null],
  ['owner_id', 'somebody'],
  ['version', 1],
  ['title', 5],
  ['title', 'x\u0000y'],
  ['name', ''],
  ['created_at', '2026-01-01'],
  ['created_at', 1e300],
  ['tag_group_id', '01a1dd40-93c2-7156-a99d-dae837885b29'],
  ['tag_id', '01a1dd40-93c2-7156-a99d-dae837885b29'],
  ['history', '[["start",1],["start",2]]'],
  ['history', '[["stop"]]'],
  ['log', '[]'],
  ['reminders', '[{"minutes_before":-1}]'],
  ['recurrence_rule', 'FREQ=SOMETIMES'],
  ['timezone', 'Mars/Olympus'],
  ['working_hours', '{"0":'],
  ['resource_type', 'user'],
  ['level', 'private'],
  ['base', '{}'],
  ['source', 'BEGIN:VCALENDAR'],
  ['time_slots', '[{"slot_date":"2030-03-04"}]'],
  ['end_time', -8e15],
]

/** Removes `updated_at`, because an undo sets it to the time of the undo. */
const withoutTimes = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name.endsWith('.jsonl'))
      .map(([name, text]) => [name, text.replace(/"updated_at":\d+/g, '')]),
  )
