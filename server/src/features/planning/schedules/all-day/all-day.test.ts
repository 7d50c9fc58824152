import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc, { runsOn } from '../../../../../../scripts/test/properties.ts'
import { rejectsWith } from '../../../../../test/support/rejects.ts'
import { seriesOfPeople } from '../../../../../test/support/series-of-people.ts'
import { forEachStorage } from '../../../../../test/support/storages.ts'

const DAY = 86_400_000
const MONDAYS = {
  title: 'Mondays',
  all_day: true,
  start_time: '2026-05-04',
  end_time: '2026-05-05',
  recurrence_rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
}
const ZONES = [
  ...['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', '+14:00', '-11:00', 'Asia/Kathmandu'],
  ...['Africa/Cairo', 'Asia/Beirut', 'America/Havana', 'America/New_York', 'Australia/Lord_Howe'],
]
const text = (date: number) => new Date(date).toISOString().slice(0, 10)

forEachStorage('all-day schedules', (open, name) => {
  const { me, series, listed, patch, read } = seriesOfPeople(open)
  const dates = async (query: object = {}) => (await listed(query)).map(each => each.start_date)

  it('show the stored dates and are listed on them, in random zones', async () => {
    await series({
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2026-01-01T01:00:00Z',
      recurrence_rule: null,
    })
    const client = me()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3 * 365 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...ZONES),
        fc.constantFrom(...ZONES),
        async (day, days, writer, reader) => {
          const start = Date.UTC(2026, 1, 1) + day * DAY
          const [first, end, last] = [text(start), text(start + days * DAY), text(start + (days - 1) * DAY)]
          const body = { title: 'Random', all_day: true, start_time: first, end_time: end }
          const made = await client.schedules.create({ body, query: { timezone: writer } })
          const query = { timezone: reader }
          const shown = await client.schedules.get({ params: { schedule_id: made.id }, query })
          assert.deepEqual([shown.start_date, shown.end_date], [first, end])
          assert.equal(shown.start_time.slice(0, 10), first)
          const on = async (from: string, to: string) =>
            (await client.schedules.list({ query: { ...query, start_date: from, end_date: to } })).some(
              each => each.id === made.id,
            )
          assert.ok(await on(first, text(start + DAY)))
          assert.ok(await on(last, end))
          assert.ok(!(await on(text(start - DAY), first)))
          assert.ok(!(await on(end, text(start + (days + 1) * DAY))))
          const back = { start_time: shown.start_time, end_time: shown.end_time }
          const same = await client.schedules.update({ params: { schedule_id: made.id }, query, body: back })
          assert.deepEqual([same.start_date, same.end_date], [first, end])
          await client.schedules.remove({ params: { schedule_id: made.id } })
        },
      ),
      { numRuns: runsOn(name, 25) },
    )
  })

  it('are sorted among timed ones in the reader’s zone, on pages of every size', async () => {
    await series(MONDAYS)
    for (let day = 10; day < 20; day++) {
      const body = {
        title: `All ${day}`,
        all_day: true,
        start_time: `2026-05-${day}`,
        end_time: `2026-05-${day + 1}`,
      }
      await me().schedules.create({ body })
      const times = { start_time: `2026-05-${day}T11:00:00Z`, end_time: `2026-05-${day}T12:00:00Z` }
      await me().schedules.create({ body: { title: `At ${day}`, ...times } })
    }
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Honolulu', 'UTC']) {
      const all = await listed({ timezone })
      assert.equal(all.length, 24)
      const starts = all.map(each => Date.parse(each.start_time))
      assert.deepEqual(
        starts,
        starts.toSorted((a, b) => a - b),
      )
      for (const limit of [1, 3, 7]) {
        const pages = me().schedules.list.pages({
          query: { start_date: '2026-04-01', end_date: '2026-07-01', timezone, limit },
        })
        const ids: string[] = []
        for await (const page of pages) ids.push(...page.map(each => each.id))
        assert.deepEqual(
          ids,
          all.map(each => each.id),
        )
      }
    }
  })

  it('drop exceptions when a series becomes timed, which keeps its days and its last date', async () => {
    const { id } = await series({ ...MONDAYS, recurrence_rule: 'FREQ=WEEKLY', recurrence_end: '2026-05-18' })
    await patch(id, { instance_start: '2026-05-11' }, { title: 'Other' })
    assert.deepEqual(await dates(), ['2026-05-04', '2026-05-11', '2026-05-18'])
    const body = { all_day: false, timezone: 'Asia/Seoul' }
    const timed = await patch(id, { timezone: 'Asia/Seoul' }, body)
    assert.equal(timed.start_time, '2026-05-04T00:00:00+09:00')
    assert.equal(timed.recurrence_end, '2026-05-18T23:59:59.999+09:00')
    const starts = (await listed({ timezone: 'Asia/Seoul' })).map(each => each.start_time.slice(0, 10))
    assert.deepEqual(starts, ['2026-05-04', '2026-05-11', '2026-05-18'])
    assert.ok((await listed()).every(each => each.title === 'Mondays'))
    const again = await patch(id, {}, { all_day: true })
    assert.deepEqual([again.start_date, again.recurrence_end], ['2026-05-04', '2026-05-18T00:00:00Z'])
  })

  it('become timed from one occurrence on', async () => {
    const { id } = await series(MONDAYS)
    const body = { all_day: false, start_time: '2026-05-18T09:00:00Z', end_time: '2026-05-18T10:00:00Z' }
    const tail = await patch(id, { instance_start: '2026-05-18', apply_to: 'following' }, body)
    assert.deepEqual([tail.all_day, tail.start_time], [false, '2026-05-18T09:00:00Z'])
    assert.deepEqual(
      (await listed()).map(each => each.start_time),
      ['2026-05-04T00:00:00Z', '2026-05-11T00:00:00Z', '2026-05-18T09:00:00Z', '2026-05-25T09:00:00Z'],
    )
    const all = { all_day: true, start_time: '2026-05-26', end_time: '2026-05-27' }
    await patch(tail.id, { instance_start: '2026-05-25T09:00:00Z', apply_to: 'all' }, all)
    assert.deepEqual(await dates(), ['2026-05-04', '2026-05-11', '2026-05-19', '2026-05-26'])
  })

  it('appear in the history with their dates, and undo restores them', async () => {
    const { id } = await series(MONDAYS)
    await patch(id, { instance_start: '2026-05-11' }, { start_time: '2026-05-12', end_time: '2026-05-13' })
    const times = { start_time: '2026-05-04T09:00:00Z', end_time: '2026-05-04T10:00:00Z' }
    await patch(id, {}, { all_day: false, recurrence_rule: null, ...times })
    const query = { timezone: 'Pacific/Honolulu' }
    const [last, moved] = await me().history.list({ query })
    assert.deepEqual(last?.entries[0]?.changed['start_time'], {
      before: '2026-05-04',
      after: '2026-05-03T23:00:00-10:00',
    })
    assert.deepEqual(last?.entries[0]?.changed['all_day'], { before: true, after: false })
    assert.match(moved?.summary ?? '', /Tuesday, 2026-05-12/)
    assert.equal(moved?.entries[0]?.changed['occurrence_start_time']?.after, '2026-05-12')
    await me().history.undo({ params: { batch_id: last?.batch_id ?? '' } })
    assert.deepEqual(await dates(query), ['2026-05-04', '2026-05-12', '2026-05-18', '2026-05-25'])
  })

  it('give a todo their first date, and become timed with its deadline', async () => {
    await series({ recurrence_rule: null })
    const group = await me().tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const body = { title: 'Trip', all_day: true, start_time: '2026-06-01', end_time: '2026-06-03' }
    const { id } = await me().schedules.create({ body })
    const todo = await me().schedules.createTodo({
      params: { schedule_id: id },
      query: { tag_group_id: group.id, timezone: 'Asia/Seoul' },
    })
    assert.deepEqual([todo.deadline, todo.deadline_date], [null, '2026-06-01'])
    assert.equal(todo.schedules[0]?.start_date, '2026-06-01')
    const deadline = '2026-06-05T09:00:00Z'
    const changed = await me().todos.update({ params: { todo_id: todo.id }, body: { deadline } })
    assert.deepEqual([changed.deadline, changed.deadline_date], [deadline, null])
    assert.deepEqual([changed.schedules[0]?.all_day, changed.schedules[0]?.start_time], [false, deadline])
    const created = await me().schedules.create({
      body: { ...body, create_todo_options: { tag_group_id: group.id } },
    })
    const linked = await me().todos.get({ params: { todo_id: created.source_todo_id ?? '' } })
    assert.ok('deadline_date' in linked)
    assert.equal(linked.deadline_date, '2026-06-01')
  })

  it('reject times of day', async () => {
    const { id } = await series({ ...MONDAYS, recurrence_rule: null })
    assert.equal((await read(id)).all_day, true)
    await rejectsWith(patch(id, {}, { recurrence_rule: 'FREQ=DAILY;BYHOUR=9' }), 422, /times of day/)
    await rejectsWith(patch(id, {}, { start_time: '2026-05-04T09:00:00Z' }), 422, /date/)
  })
})
