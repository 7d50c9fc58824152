import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { assertIntegrity } from '../../../../test/support/integrity.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { ids, type TodoPatch, type TodoWorld, todoWorld } from '../../../../test/support/todo-world.ts'

const DATE = '2026-11-20'
const TIME = '2026-11-20T09:00:00Z'

forEachStorage('todos that are due on a date', open => {
  let server: TestApp
  let people = 0
  before(async () => {
    server = await startTestApp(await open())
  })
  after(async () => {
    await assertIntegrity(server.storage)
    await server.close()
  })

  const newWorld = () => todoWorld(server, `planner-${people++}`)
  const due = async (world: TodoWorld, id: string) => {
    const { deadline, deadline_date, schedules } = await world.read(id)
    return [deadline, deadline_date, ...schedules.map(each => each.start_date ?? each.start_time)]
  }
  const undo = async (world: TodoWorld, batch?: string) => {
    const [latest] = await world.client.history.list({ query: { limit: 1 } })
    return world.client.history.undo({ params: { batch_id: batch ?? latest?.batch_id ?? '' } })
  }

  it('have an all-day schedule of that date, in every zone', async () => {
    const world = await newWorld()
    const todo = await world.add('Report', { deadline: DATE, description: 'Long' })
    for (const timezone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const read = await world.client.todos.get({ params: { todo_id: todo.id }, query: { timezone } })
      assert.ok('id' in read)
      assert.deepEqual([read.deadline, read.deadline_date], [null, DATE])
      const [entry, ...more] = read.schedules
      assert.deepEqual(
        [entry?.all_day, entry?.start_date, entry?.end_date, entry?.description, more.length],
        [true, DATE, '2026-11-21', 'Long', 0],
      )
      const query = { start_date: DATE, end_date: '2026-11-21', timezone }
      assert.deepEqual(ids(await world.client.schedules.list({ query })), ids(read.schedules))
    }
  })

  it('become timed and dated again with the same schedule', async () => {
    const world = await newWorld()
    const { id, schedules } = await world.add('Report', { deadline: DATE })
    const steps: [TodoPatch, unknown[]][] = [
      [{ deadline: TIME }, [TIME, null, TIME]],
      [{ deadline: '2026-11-22' }, [null, '2026-11-22', '2026-11-22']],
      [{ deadline: null, deadline_date: DATE }, [null, DATE, DATE]],
      [{ deadline_date: '2026-11-25' }, [null, '2026-11-25', '2026-11-25']],
      [{ deadline: TIME, deadline_date: null }, [TIME, null, TIME]],
      [{ deadline_date: null }, [TIME, null, TIME]],
    ]
    for (const [body, expected] of steps) {
      await world.patch(id, body)
      assert.deepEqual(await due(world, id), expected, JSON.stringify(body))
      assert.deepEqual(ids((await world.read(id)).schedules), ids(schedules))
    }
    await world.patch(id, { deadline: null })
    assert.deepEqual(await due(world, id), [null, null])
    await world.patch(id, { deadline: DATE })
    await world.patch(id, { deadline_date: null })
    assert.deepEqual(await due(world, id), [null, null])
  })

  it('sent back as they were read change nothing', async () => {
    const world = await newWorld()
    const { id } = await world.add('Report', { deadline: DATE })
    const { deadline, deadline_date, title } = await world.read(id)
    const [entry] = (await world.read(id)).schedules
    const moved = { start_time: '2026-11-23', end_time: '2026-11-25' }
    await world.client.schedules.update({ params: { schedule_id: entry?.id ?? '' }, body: moved })
    await world.patch(id, { deadline, deadline_date, title })
    assert.deepEqual(await due(world, id), [null, DATE, '2026-11-23'])
    // A new date moves the schedule, which keeps its length in days.
    const { schedules } = await world.patch(id, { deadline: '2026-11-27' })
    assert.deepEqual([schedules[0]?.start_date, schedules[0]?.end_date], ['2026-11-27', '2026-11-29'])
  })

  it('reject dates that do not exist, are out of range or contradict each other', async () => {
    const world = await newWorld()
    const bad: TodoPatch[] = [
      { deadline: '2026-02-30' },
      { deadline: '1899-12-31' },
      { deadline: '2201-01-01' },
      { deadline: '2200-12-31' },
      { deadline: '2200-12-31T23:30:00Z' },
      { deadline: '2026-11' },
      { deadline_date: TIME },
      { deadline_date: '2026-13-01' },
      { deadline: TIME, deadline_date: DATE },
      { deadline: '2026-11-21', deadline_date: DATE },
    ]
    const { id } = await world.add('Report')
    for (const body of bad) {
      await rejectsWith(world.patch(id, body), 422, /deadline/)
      await rejectsWith(world.add('Bad', body), 422, /deadline/)
    }
    for (const deadline of ['1900-01-01', '2200-12-30']) {
      assert.equal((await world.patch(id, { deadline })).schedules[0]?.start_date, deadline)
    }
  })

  it('move a linked series by date, unless it repeats at times of day or has ended', async () => {
    const world = await newWorld()
    const series = (recurrence_rule: string, more: object = {}) =>
      world.client.schedules.create({
        body: {
          title: 'Series',
          start_time: '2026-11-02T09:00:00Z',
          end_time: '2026-11-02T10:00:00Z',
          recurrence_rule,
          create_todo_options: { tag_group_id: world.group.id },
          ...more,
        },
      })
    const weekly = await series('FREQ=WEEKLY', { recurrence_end: '2026-12-01T09:00:00Z' })
    const changed = await world.patch(weekly.source_todo_id ?? '', { deadline: '2026-11-03' })
    const [entry] = changed.schedules
    assert.deepEqual(
      [entry?.all_day, entry?.start_date, entry?.end_date, entry?.recurrence_end?.slice(0, 10)],
      [true, '2026-11-03', '2026-11-04', '2026-12-01'],
    )
    const late = world.patch(weekly.source_todo_id ?? '', { deadline: '2026-12-02' })
    await rejectsWith(late, 422, /end of the series/)
    const hourly = await series('FREQ=DAILY;BYHOUR=9,15')
    await rejectsWith(world.patch(hourly.source_todo_id ?? '', { deadline: DATE }), 422, /must have a time/)
  })

  it('are shown with their date in the history, and undo and redo restore it', async () => {
    const world = await newWorld()
    const { id } = await world.add('Report', { deadline: DATE })
    await world.patch(id, { deadline: '2026-11-21' })
    await world.patch(id, { deadline: TIME })
    await world.patch(id, { deadline: DATE })
    await world.patch(id, { deadline: null })
    const query = { timezone: 'Pacific/Honolulu' }
    const [removed, dated, timed, moved, added] = await world.client.history.list({ query })
    assert.match(removed?.summary ?? '', /^Removed the deadline of 'Report'/)
    assert.match(dated?.summary ?? '', /^Moved 'Report' to Friday, 2026-11-20/)
    assert.match(timed?.summary ?? '', /^Moved 'Report' to Thursday, 2026-11-19/)
    assert.match(moved?.summary ?? '', /^Moved 'Report' to Saturday, 2026-11-21/)
    const changedIn = (item: typeof moved) => item?.entries.find(each => each.kind === 'todo')?.changed
    assert.deepEqual(changedIn(added)?.['deadline_date'], { before: null, after: DATE })
    assert.deepEqual(changedIn(moved), { deadline_date: { before: DATE, after: '2026-11-21' } })
    assert.deepEqual(changedIn(dated), {
      deadline: { before: '2026-11-19T23:00:00-10:00', after: null },
      deadline_date: { before: null, after: DATE },
    })
    assert.equal((await world.client.history.trash()).length, 0)
    await undo(world, removed?.batch_id)
    assert.deepEqual(await due(world, id), [null, DATE, DATE])
    await undo(world, dated?.batch_id)
    assert.deepEqual(await due(world, id), [TIME, null, TIME])
    await undo(world)
    assert.deepEqual(await due(world, id), [null, DATE, DATE])
  })

  it('are not undone to a time once they have a date', async () => {
    const world = await newWorld()
    const { id } = await world.add('Report', { deadline: TIME })
    await world.patch(id, { deadline: null })
    const [removed] = await world.client.history.list({ query: { limit: 1 } })
    await world.patch(id, { deadline: DATE })
    await rejectsWith(undo(world, removed?.batch_id), 409, /deadline date has been changed since/)
    assert.deepEqual(await due(world, id), [null, DATE, DATE])
  })

  it('come back from the trash with their date and schedule', async () => {
    const world = await newWorld()
    const todo = await world.add('Report', { deadline: DATE })
    await world.remove(todo.id)
    const [item] = await world.client.history.trash()
    await world.client.history.restore({ params: { batch_id: item?.batch_id ?? '' } })
    assert.deepEqual(await due(world, todo.id), [null, DATE, DATE])
    assert.deepEqual(ids((await world.read(todo.id)).schedules), ids(todo.schedules))
  })

  it('repeat by date: the zone of the owner decides which rounds are over', async () => {
    const world = await newWorld()
    const now = server.clock.now()
    const dateIn = (zone: string, days = 0) =>
      Temporal.Instant.fromEpochMilliseconds(now)
        .toZonedDateTimeISO(zone)
        .toPlainDate()
        .add({ days })
        .toString()
    const next = async (timezone: string | null, body: object) => {
      await world.client.users.updatePreferences({ body: { timezone } })
      const rule = { deadline: dateIn('UTC', -9), recurrence_rule: 'FREQ=DAILY', ...body }
      const todo = await world.add('Water', rule)
      await world.patch(todo.id, { status: 'DONE' })
      const rounds = await world.client.todos.list()
      const round = rounds.find(each => each.series_id === todo.id && each.id !== todo.id)
      assert.deepEqual([round?.deadline, round?.schedules[0]?.start_date], [null, round?.deadline_date])
      return round?.deadline_date
    }
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      // The time zone in the preferences takes precedence over the todo's own time zone.
      assert.equal(await next(zone, { timezone: 'UTC' }), dateIn(zone))
      assert.equal(await next(null, { timezone: zone }), dateIn(zone))
      assert.equal(await next(zone, { repeat_from: 'completion' }), dateIn(zone, 1))
    }
    assert.equal(await next(null, {}), dateIn('UTC'))
    await rejectsWith(
      world.add('Bad', { deadline: DATE, recurrence_rule: 'FREQ=HOURLY' }),
      422,
      /times of day/,
    )
  })

  it('are embedded in schedules and timers of other readers', async () => {
    const world = await newWorld()
    const other = await newWorld()
    const { id, schedules } = await world.add('Report', { deadline: DATE })
    const schedule_id = schedules[0]?.id ?? ''
    const body = { visibility: { level: 'public' as const } }
    await world.client.schedules.update({ params: { schedule_id }, body })
    const seen = await other.client.schedules.get({ params: { schedule_id } })
    assert.deepEqual([seen.source_todo?.id, seen.source_todo?.deadline_date], [id, DATE])
  })
})
