import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { ImportSource } from '@daymark/contract/moving/source-imports'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { zipOf } from '../../../../test/support/write-zip.ts'
import { bufferSource } from '../../../platform/uploads/byte-source.ts'
import { FileFault } from '../../../platform/uploads/file-fault.ts'
import { readSource } from './read-source.ts'
import { ruleFromWords } from './rule-words.ts'

const FOLDER = new URL('../../../../test/fixtures/imports/', import.meta.url)
const fixture = (name: string): Buffer => readFileSync(new URL(name, FOLDER))
const options = (name?: string, columns: Record<string, string> = {}) => ({
  zone: 'Europe/Berlin',
  name,
  columns,
})

async function read(bytes: Buffer, name?: string, columns?: Record<string, string>) {
  const found = await readSource(bufferSource(bytes), 'auto', options(name, columns))
  const { source, problems, losses } = found
  const [items, timers] = [[...found.items], [...found.timers]]
  const titles = new Map(items.map(item => [item.uid, item.model.title]))
  return {
    source,
    todos: items.map(item => {
      if (item.kind !== 'todo') return `${item.model.title} ${iso(item.model.start)}`
      const { model, list } = item
      const parts = [
        list,
        model.parent === null ? null : `< ${titles.get(model.parent)}`,
        model.due === null ? null : iso(model.due).slice(0, model.due_is_date ? 10 : 16),
        model.rule,
        model.priority > 0 ? `p${model.priority}` : null,
        model.status === 'open' ? null : model.status,
        model.tags.length > 0 ? `#${model.tags.join(' #')}` : null,
        model.estimate_minutes === null ? null : `${model.estimate_minutes} min`,
        model.description,
      ]
      return [model.title, ...parts].filter(part => part !== null && part !== undefined).join(' | ')
    }),
    timers: timers.map(timer => {
      const todo = timer.todo_uid === null ? '' : ` < ${titles.get(timer.todo_uid)}`
      const tags = timer.tags.map(tag => ` #${tag}`).join('')
      return `${timer.title} ${iso(timer.start).slice(0, 16)} ${(timer.end - timer.start) / 60_000}${tags}${todo}`
    }),
    problems: problems.map(({ line, title }) => [line, title]),
    losses: Object.fromEntries(losses),
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

describe('Todoist', () => {
  it('CSV of a project: indents, labels, priorities, dates in words', async () => {
    assert.deepEqual(await read(fixture('todoist-project.csv'), 'Work [220474322].csv'), {
      source: 'todoist',
      todos: [
        'Write report | Work | 2026-10-10 | p3 | #work | Q3, final',
        'Gather numbers | Work | < Write report',
        'Quote "everything" | Work | < Gather numbers | 2026-10-06T13:30 | p2',
        'Water plants | Work | Date: every Monday',
      ],
      timers: [],
      problems: [[8, null]],
      losses: { sections: 1, comments: 1, dates: 1 },
    })
  })
  it('CSV with durations and deadlines', async () => {
    assert.deepEqual((await read(fixture('todoist-new.csv'))).todos, [
      'Buy milk | Todoist | 2026-08-13T23:30 | p3 | #errands #home | 30 min | Two cartons',
      'Check fridge | Todoist | < Buy milk | 2026-08-20',
    ])
  })
  it('the ZIP backup has a list for each project', async () => {
    const zip = Buffer.from(
      zipOf({ 'Work [1].csv': fixture('todoist-project.csv'), 'Home [2].csv': fixture('todoist-new.csv') }),
    )
    const { source, todos } = await read(zip)
    assert.equal(source, 'todoist')
    assert.deepEqual(
      todos.map(todo => todo.split(' | ')[1]),
      ['Work', 'Work', 'Work', 'Work', 'Home', 'Home'],
    )
  })
  it('JSON of the sync API: ids, recurrence in words, completed tasks', async () => {
    assert.deepEqual(await read(fixture('todoist-sync.json')), {
      source: 'todoist',
      todos: [
        'Buy Milk | Shopping List | 2026-01-12 | FREQ=DAILY | p3 | #Food | 15 min | 2 %',
        'Oat milk | Shopping List | < Buy Milk | 2026-01-10T09:00 | done',
        'Odd | Inbox | 2026-01-10 | Repeats: every 3rd full moon',
      ],
      timers: [],
      problems: [[4, null]],
      losses: { comments: 1, sections: 1, repeats: 1 },
    })
    assert.equal(ruleFromWords('every other week at 9am'), 'FREQ=WEEKLY;INTERVAL=2')
    assert.equal(ruleFromWords('every Mon, Wed and friday'), 'FREQ=WEEKLY;BYDAY=MO,WE,FR')
  })
})

describe('TickTick', () => {
  it('version 7: subtasks, all-day dates in their zone, notes, canceled tasks', async () => {
    assert.deepEqual(await read(fixture('ticktick-7.csv')), {
      source: 'ticktick',
      todos: [
        'Buy groceries | Home | 2026-09-30 | p3 | #food #town | Milk\nand bread',
        'Milk | Home | < Buy groceries | done',
        'Run | Sport | 2026-09-26T07:00 | FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,WE | p1',
        'Dropped | Home | p2 | canceled',
      ],
      timers: [],
      problems: [[14, null]],
      losses: { reminders: 1, notes: 1 },
    })
  })
  it('versions 6 and 7.2', async () => {
    assert.deepEqual((await read(fixture('ticktick-6.csv'))).todos, [
      'Buy boots | Inbox | 2021-06-26 | p2 | #gear',
      'Stretch | Health | 2021-06-27T07:30 | done',
    ])
    assert.deepEqual((await read(fixture('ticktick-7.2.csv'))).todos, [
      'Routine | Inbox | 2026-07-20T07:00 | FREQ=DAILY;INTERVAL=1 | #daily | ▫ Exercise\n▪ Meditate',
    ])
  })
})

describe('Toggl', () => {
  it('detailed reports of old and new columns, and of other regions', async () => {
    const { source, timers, problems, losses } = await read(fixture('toggl-detailed.csv'))
    assert.equal(source, 'toggl')
    assert.deepEqual(timers, [
      'Homepage, copy 2026-01-05T08:00 90 #Website #dev #urgent',
      'Night shift 2026-01-05T22:30 45',
    ])
    assert.deepEqual(
      [problems, losses],
      [
        [
          [4, 'Broken'],
          [5, 'Empty'],
        ],
        { billing: 1 },
      ],
    )
    assert.deepEqual((await read(fixture('toggl-new.csv'))).timers, [
      'Call 2026-01-31T08:05 25 #Sales',
      'Mail 2026-02-02T12:00 10 #Sales',
    ])
    assert.deepEqual((await read(fixture('toggl-german.csv'))).timers, [
      'Besprechung 2026-02-13T13:00 90 #Büro',
    ])
  })
  it('JSON of the API and of reports', async () => {
    const { timers, losses } = await read(fixture('toggl-api.json'))
    assert.deepEqual([timers, losses], [['Plan 2026-03-01T09:00 60 #deep'], { running_entries: 1 }])
    assert.deepEqual((await read(fixture('toggl-report.json'))).timers, [
      'tegin tööd 2026-05-20T03:55 240 #Toggl Desktop #paid',
    ])
    assert.deepEqual((await read(fixture('toggl-search.json'))).timers, [
      'Review 2026-04-01T06:00 10',
      'Review 2026-04-01T07:00 1',
    ])
  })
})

describe('Vikunja', () => {
  const PROJECTS = [
    'Paint | Inbox | 2026-05-04T15:00 | FREQ=WEEKLY;INTERVAL=2 | p3 | #house | Two coats & sand\n- white',
    'Buy paint | Inbox | < Paint | done',
  ]
  it('projects, namespaces of old versions, and the ZIP export', async () => {
    const { source, todos, problems, losses } = await read(fixture('vikunja-projects.json'))
    assert.deepEqual([source, todos, problems], ['vikunja', PROJECTS, [[3, null]]])
    assert.deepEqual(losses, { sections: 1, comments: 1, reminders: 1 })
    assert.deepEqual((await read(fixture('vikunja-namespaces.json'))).todos, [
      'Mow | Garden | 2022-05-04 | FREQ=MONTHLY | p2',
    ])
    const files = { VERSION: 'v0.24.6', 'data.json': fixture('vikunja-projects.json'), 'filters.json': '[]' }
    assert.deepEqual((await read(Buffer.from(zipOf(files)))).todos, PROJECTS)
  })
})

describe('Super Productivity', () => {
  it('backups of three versions, with measured time for each day', async () => {
    const { source, todos, timers, losses } = await read(fixture('super-productivity-18.json'))
    assert.equal(source, 'super_productivity')
    assert.deepEqual(todos, [
      'Parent | Website | 2024-12-01 | #urgent | 60 min',
      'Sub | Website | < Parent | done',
      'Archived | Super Productivity | 2024-11-13T12:13 | done',
    ])
    assert.deepEqual(timers, ['Sub 2024-12-01T08:00 10 < Sub'])
    assert.deepEqual(losses, { notes: 1, times_of_day: 1 })
    const old = await read(fixture('super-productivity-10.json'))
    assert.deepEqual(old.todos, [
      'Old task | Super Productivity | 2021-03-01T12:00 | 30 min | hello',
      'Done long ago | Super Productivity | done',
    ])
    assert.deepEqual(
      [old.timers, old.losses],
      [['Old task 2021-03-01T08:00 90 < Old task'], { repeats: 1, times_of_day: 1 }],
    )
    assert.deepEqual((await read(fixture('super-productivity-7.json'))).problems, [[2, null]])
  })
})

describe('Google Takeout', () => {
  it('tasks, calendars, and both in one ZIP', async () => {
    const { source, todos, problems, losses } = await read(fixture('google-tasks.json'))
    assert.equal(source, 'google')
    assert.deepEqual(todos, [
      'Parent task | My Tasks | 2026-04-19 | call first',
      'Child task | My Tasks | < Parent task | done',
    ])
    assert.deepEqual([problems, losses], [[[3, null]], { links: 1 }])
    assert.deepEqual((await read(fixture('google-calendar.ics'))).todos, ['Lunch 2026-05-04T13:00:00.000Z'])
    const zip = zipOf({
      'Takeout/archive_browser.html': '<html>',
      'Takeout/Tasks/Tasks.json': fixture('google-tasks.json'),
      'Takeout/Calendar/ann@example.org.ics': fixture('google-calendar.ics'),
    })
    assert.equal((await read(Buffer.from(zip))).todos.length, 3)
  })
})

describe('tables of unknown programs', () => {
  it('recognize columns by name, or take those that the person assigns', async () => {
    const { source, todos, problems } = await read(fixture('table-english.csv'), 'tasks.csv')
    assert.equal(source, 'csv')
    assert.deepEqual(todos, [
      'Draft proposal | Acme | 2026-02-28 | p3 | #a #b | scope first',
      'Send invoice | Acme | 2026-03-01 | done',
      'Odd date | tasks',
    ])
    assert.deepEqual(problems, [
      [4, null],
      [5, 'Odd date'],
    ])
    const times = await read(fixture('table-times.csv'))
    assert.deepEqual(
      [times.timers, times.problems],
      [['Planning 2026-02-01T08:00 90 #Office'], [[3, 'Backwards']]],
    )
    const columns = { title: 'Was', due: 'Wann', list: 'Wo' }
    assert.deepEqual((await read(fixture('table-unknown.csv'), undefined, columns)).todos, [
      'Steuer | Privat | 2026-04-15',
    ])
  })

  it('refuse an assigned column that does not exist, instead of guessing another one', async () => {
    const table = Buffer.from('Task,Due,#\nWrite,2026-03-01,7\n')
    await assert.rejects(read(table, 'a.csv', { title: 'Tsak' }), /no column “Tsak”/)
    await assert.rejects(read(table, 'a.csv', { due: '%' }), /no column “%”/)
    assert.deepEqual((await read(table, 'a.csv', { title: ' task ', due: '' })).todos, ['Write | a'])
    const zip = Buffer.from(
      zipOf({ 'a.csv': 'Job,When\nWrite,2026-03-01\n', 'b.csv': 'Title,Notes\nRead,all\n' }),
    )
    assert.equal((await read(zip, 'a.zip', { title: 'Job', due: 'When' })).todos.length, 2)
    await assert.rejects(read(zip, 'a.zip', { title: 'Jobs' }), /no column “Jobs”/)
    assert.deepEqual((await read(table, 'a.csv', { title: '#', notes: 'Task', list: 'Task' })).todos, [
      '7 | Write | 2026-03-01 | Write',
    ])
  })
})

describe('files that nobody should trust', () => {
  it('lose control characters, which a database may not be able to store', async () => {
    const table = Buffer.from(
      'Date;Start;End;Title;Notes\n2026-02-01;09:00;10:30;Plan\u0000ning;No\u0000tes\n',
    )
    const { timers } = await readSource(bufferSource(table), 'csv', options('a.csv'))
    const [timer] = timers
    assert.deepEqual([timer?.title, timer?.description], ['Planning', 'Notes'])
  })

  const SOURCES: ImportSource[] = [
    'auto',
    'todoist',
    'ticktick',
    'toggl',
    'vikunja',
    'super_productivity',
    'google',
    'csv',
  ]
  const readable = async (bytes: Buffer, source: ImportSource) => {
    try {
      const { items, timers } = await readSource(bufferSource(bytes), source, options())
      for (const _each of [...items, ...timers]);
    } catch (error) {
      assert.ok(error instanceof FileFault, `${source}: ${error}`)
    }
  }
  it('are refused with a sentence, or read in part', async () => {
    for (const source of SOURCES)
      for (const text of [
        '',
        '[]',
        '{}',
        'null',
        '[[[',
        '\u0000\u0001',
        'a,b\n"',
        '{"items":[1],"projects":[]}',
        '[{"title":1,"tasks":[null,{"id":{},"title":[]}]}]',
        '{"task":{"entities":{"a":null,"__proto__":{"id":1}}}}',
        'BEGIN:VCALENDAR',
      ])
        await readable(Buffer.from(text), source)
    await assert.rejects(readSource(bufferSource(Buffer.from('just text')), 'auto', options()), FileFault)
    await assert.rejects(readSource(bufferSource(fixture('toggl-new.csv')), 'todoist', options()), FileFault)
  })
  it('never fail otherwise, whatever is cut or changed', async () => {
    const names = [
      'todoist-project.csv',
      'todoist-sync.json',
      'ticktick-7.csv',
      'toggl-detailed.csv',
      'vikunja-projects.json',
      'super-productivity-18.json',
      'google-tasks.json',
      'table-english.csv',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.string(),
        fc.boolean(),
        async (name, at, text, isCut) => {
          const whole = fixture(name).toString()
          const place = at % whole.length
          const changed = whole.slice(0, place) + text + (isCut ? '' : whole.slice(place + text.length))
          await readable(Buffer.from(changed), 'auto')
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
