// Real calendar apps against a listening server, with changes on both sides.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { editOnBothSides } from './random-edits.ts'
import { compareSeries } from './random-series.ts'
import {
  type ClientWorld,
  configureCalcurse,
  configureVdirsyncer,
  installedClients,
  openClientWorld,
  runPython,
  syncVdirsyncer,
} from './support.ts'

const installed = installedClients()
let world: ClientWorld
before(async () => {
  world = await openClientWorld()
})
after(() => world.close())

it('runs the calendar programs that are installed', t => {
  t.diagnostic([...installed].join(', '))
  assert.ok(installed.size > 0)
})

if (installed.has('python-caldav'))
  it('python-caldav: the features of its compatibility table, except those that are not offered', async () => {
    const features = JSON.parse(await runPython(world, 'python_features.py')) as Record<string, string>
    const deviations = Object.entries(features).filter(([, result]) => result !== 'full')
    assert.equal(Object.keys(features).length, 75)
    assert.deepEqual(
      deviations.map(([name]) => name),
      ['save-load.todo.mixed-calendar', 'save-load.journal', 'scheduling'],
      JSON.stringify(deviations),
    )
  })

if (installed.has('python-caldav'))
  it('python-caldav creates, finds, edits, completes, syncs and deletes events, tasks and lists', async () => {
    const checks = JSON.parse(await runPython(world, 'python_caldav.py')) as [string, boolean, string][]
    assert.ok(checks.length >= 20, `${checks.length} checks`)
    assert.deepEqual(
      checks.filter(([, passed]) => !passed),
      [],
    )
  })

if (installed.has('vdirsyncer'))
  it('vdirsyncer syncs random edits of both sides, and loses and doubles nothing', async () => {
    await configureVdirsyncer(world)
    await syncVdirsyncer(world, true)
    await editOnBothSides(world, { edits: 24, batch: 8, seed: 20 })
  })

if (installed.has('vdirsyncer') && installed.has('khal'))
  it('khal creates and shows events, which follow changes and deletions of the server', async () => {
    const { ann, run, folder } = world
    await run('khal', ['new', '2031-03-01', '10:00', '11:00', '점심 100% 🍜', '::', 'with soup'])
    await ann.schedules.create({
      body: { title: 'From Daymark', start_time: '2031-03-02T10:00:00Z', end_time: '2031-03-02T11:00:00Z' },
    })
    await syncVdirsyncer(world)
    const days = { start_date: '2031-03-01', end_date: '2031-03-03' }
    const [lunch] = await ann.schedules.list({ query: days })
    assert.deepEqual(
      [lunch?.title, lunch?.description, lunch?.start_time],
      ['점심 100% 🍜', 'with soup', '2031-03-01T10:00:00Z'],
    )
    const shown = await run('khal', ['list', '2031-03-01', '2031-03-03', '--format', '{start-time} {title}'])
    assert.match(shown, /10:00 점심 100% 🍜[\s\S]*10:00 From Daymark/)
    await ann.schedules.remove({ params: { schedule_id: lunch?.id ?? '' } })
    await syncVdirsyncer(world)
    const files = await readdir(join(folder, 'vdir/events'))
    const texts = await Promise.all(files.map(name => readFile(join(folder, 'vdir/events', name), 'utf8')))
    assert.deepEqual(texts.map(text => /SUMMARY:(.*)\r/.exec(text)?.[1]).sort(), ['From Daymark'])
  })

if (installed.has('vdirsyncer') && installed.has('todoman'))
  it('todoman creates and completes tasks, and shows those of the server', async () => {
    const { ann, run, groupId } = world
    await run('todoman', ['new', '--due', '2031-05-05 09:00', '--priority', 'high', '우유 100% 🥛'])
    await syncVdirsyncer(world)
    const find = async () =>
      (await ann.todos.list({ query: { group_ids: [groupId] } })).find(each => each.title.startsWith('우유'))
    const milk = await find()
    assert.deepEqual([milk?.title, milk?.priority, milk?.status === 'DONE'], ['우유 100% 🥛', 3, false])
    assert.ok(milk?.deadline)
    const listed = JSON.parse(await run('todoman', ['--porcelain', 'list'])) as {
      id: number
      summary: string
    }[]
    const id = listed.find(each => each.summary.startsWith('우유'))?.id
    await run('todoman', ['done', String(id)])
    await syncVdirsyncer(world)
    assert.equal((await find())?.status, 'DONE')
    await ann.todos.create({ body: { title: 'From Daymark', tag_group_id: groupId } })
    await syncVdirsyncer(world)
    assert.match(await run('todoman', ['--porcelain', 'list']), /From Daymark/)
  })

if (installed.has('calcurse'))
  it('calcurse-caldav syncs events that either side creates, edits and deletes', async () => {
    const { ann, run } = world
    await configureCalcurse(world)
    // calcurse-caldav needs a database that is not empty.
    await ann.schedules.create({
      body: { title: 'First', start_time: '2031-06-03T09:00:00Z', end_time: '2031-06-03T10:00:00Z' },
    })
    await run('calcurse-caldav', ['--init', 'keep-remote'])
    const event = ['UID:calcurse-1', 'DTSTART:20310601T090000', 'DTEND:20310601T100000', 'SUMMARY:점심 100%']
    const frame = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      ...event,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]
    await run('calcurse', ['-q', '-i', '-'], frame.join('\r\n'))
    await run('calcurse-caldav', [])
    const query = { start_date: '2031-06-01', end_date: '2031-06-02' }
    const [lunch] = await ann.schedules.list({ query })
    assert.deepEqual([lunch?.title, lunch?.start_time], ['점심 100%', '2031-06-01T09:00:00Z'])
    const params = { schedule_id: lunch?.id ?? '' }
    await ann.schedules.update({ params, body: { title: '저녁' } })
    await run('calcurse-caldav', [])
    assert.match(await run('calcurse', ['-d', '06/01/2031']), /저녁/)
    await ann.schedules.remove({ params })
    await run('calcurse-caldav', [])
    assert.doesNotMatch(await run('calcurse', ['-d', '06/01/2031']), /저녁/)
  })

if (installed.has('recurring-ical-events'))
  it('recurring-ical-events finds the same occurrences of random series in 40 time zones', async () => {
    const other = await openClientWorld()
    try {
      assert.ok((await compareSeries(other, { count: 80, seed: 7 })) > 1_000)
    } finally {
      await other.close()
    }
  })
