import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { at, days, seriesOfPeople } from '../../../../test/support/series-of-people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

forEachStorage('edits of series', open => {
  const { series, listed, starts, patch, remove, read } = seriesOfPeople(open)

  it('splits the series when this and the following are changed, and keeps exceptions', async () => {
    const { id } = await series({ description: 'd' })
    await patch(id, { instance_start: at(2) }, { title: 'Two' })
    await patch(id, { instance_start: at(4) }, { title: 'Four' })
    await remove(id, { instance_start: at(5) })
    const tail = await patch(id, { instance_start: at(3), apply_to: 'following' }, { title: 'Tail' })
    assert.notEqual(tail.id, id)
    assert.equal(tail.start_time, at(3))
    assert.equal(tail.recurrence_rule, 'FREQ=DAILY;COUNT=3')
    assert.equal(tail.description, 'd')
    const items = await listed()
    assert.deepEqual(
      items.map(each => each.title),
      ['Daily', 'Two', 'Tail', 'Four'],
    )
    assert.deepEqual(
      items.map(each => each.parent_id),
      [id, id, tail.id, tail.id],
    )
    await patch(tail.id, { instance_start: at(5) }, { title: 'Five' })
    assert.equal((await listed()).at(-1)?.title, 'Five')
    await rejectsWith(read(id, { instance_start: at(3) }), 404)
  })

  it('splits an endless series with new times', async () => {
    const { id } = await series({ recurrence_rule: 'FREQ=DAILY' })
    const body = { start_time: at(3, '20'), end_time: at(3, '21') }
    const tail = await patch(id, { instance_start: at(3), apply_to: 'following' }, body)
    assert.equal(tail.end_time, at(3, '21'))
    assert.deepEqual(await starts({ start_date: '2026-05-01', end_date: '2026-05-06' }), [
      at(1),
      at(2),
      at(3, '20'),
      at(4, '20'),
      at(5, '20'),
    ])
    assert.equal((await read(id)).recurrence_end, at(2))
  })

  it('treats "following" from the first occurrence as "all"', async () => {
    const { id } = await series()
    const same = await patch(id, { instance_start: at(1), apply_to: 'following' }, { title: 'All' })
    assert.equal(same.id, id)
    assert.deepEqual(new Set((await listed()).map(each => each.title)), new Set(['All']))
    await remove(id, { instance_start: at(1), apply_to: 'following' })
    await rejectsWith(read(id), 404)
  })

  it('shifts the whole series by the difference', async () => {
    const { id } = await series()
    const query = { instance_start: at(3), apply_to: 'all' }
    const moved = await patch(id, query, { start_time: at(4, '12'), end_time: at(4, '14') })
    assert.equal(moved.id, id)
    assert.equal(moved.start_time, at(2, '12'))
    assert.equal(moved.end_time, at(2, '14'))
    assert.deepEqual(
      await starts(),
      [2, 3, 4, 5, 6].map(day => at(day, '12')),
    )
  })

  it('adapts the rule to a move to other days', async () => {
    const { id } = await series({ recurrence_rule: 'FREQ=WEEKLY;BYDAY=FR,MO;COUNT=4' })
    assert.deepEqual(await starts(), [at(1), at(4), at(8), '2026-05-11T09:00:00Z'])
    const body = { start_time: at(5, '10'), end_time: at(5, '11') }
    const moved = await patch(id, { instance_start: at(4), apply_to: 'all' }, body)
    assert.equal(moved.start_time, at(2, '10'))
    assert.deepEqual(await starts(), [2, 5, 9].map(day => at(day, '10')).concat('2026-05-12T10:00:00Z'))
    const tail = await patch(
      id,
      { instance_start: at(5, '10'), apply_to: 'following' },
      { start_time: at(6), end_time: at(6, '11') },
    )
    assert.equal(tail.start_time, at(6))
    assert.deepEqual(await starts(), [at(2, '10'), at(6), '2026-05-10T09:00:00Z', '2026-05-13T09:00:00Z'])
  })

  it('keeps a rule that comes with new times, and refuses moves that no rule can express', async () => {
    const { id } = await series({ recurrence_rule: 'FREQ=MONTHLY;BYDAY=1FR;COUNT=3' })
    const query = { instance_start: at(1), apply_to: 'all' }
    const times = { start_time: '2026-05-31T09:00Z', end_time: '2026-05-31T10:00Z' }
    const error = await rejectsWith(patch(id, query, times), 422, /recurrence_rule/)
    assert.equal(error.errors[0]?.path, 'start_time')
    await patch(id, query, { ...times, recurrence_rule: 'FREQ=WEEKLY;BYDAY=SU;COUNT=2' })
    assert.deepEqual(await starts(), ['2026-05-31T09:00:00Z', '2026-06-07T09:00:00Z'])
  })

  it('shifts by local time, so that a DST change in between does not matter', async () => {
    const { id } = await series({
      start_time: '2026-03-02T09:00:00-05:00',
      end_time: '2026-03-02T10:00:00-05:00',
      timezone: 'America/New_York',
      recurrence_rule: 'FREQ=DAILY;COUNT=10',
    })
    const query = { instance_start: '2026-03-07T14:00:00Z', apply_to: 'all', timezone: 'America/New_York' }
    const body = { start_time: '2026-03-08T09:00:00-04:00', end_time: '2026-03-08T10:00:00-04:00' }
    assert.equal((await patch(id, query, body)).start_time, '2026-03-03T09:00:00-05:00')
  })

  it('applies a change of all or following to the addressed occurrence too', async () => {
    const { id } = await series()
    await patch(id, { instance_start: at(2) }, { title: 'Two', state: 'COMPLETED' })
    await patch(id, { instance_start: at(4) }, { title: 'Four' })
    await patch(id, { instance_start: at(2), apply_to: 'all' }, { title: 'All' })
    const items = await listed()
    assert.deepEqual(
      items.map(each => each.title),
      ['All', 'All', 'All', 'Four', 'All'],
    )
    assert.equal(items[1]?.state, 'COMPLETED')
    await remove(id, { instance_start: at(5) })
    await patch(id, { instance_start: at(5), apply_to: 'all' }, {})
    assert.equal((await listed()).length, 5)
  })

  it('deletes this and the following', async () => {
    const { id } = await series()
    await patch(id, { instance_start: at(4) }, { start_time: at(1, '12'), end_time: at(1, '13') })
    await remove(id, { instance_start: at(3), apply_to: 'following' })
    assert.deepEqual(await starts(), days(1, 2))
    await rejectsWith(remove(id, { instance_start: at(3), apply_to: 'following' }), 404)
    await remove(id, { instance_start: at(2), apply_to: 'all' })
    assert.deepEqual(await starts(), [])
    await rejectsWith(read(id), 404)
  })

  it('drops exceptions that no longer match an occurrence, and only those', async () => {
    const { id } = await series({ recurrence_rule: 'FREQ=DAILY;COUNT=6' })
    await patch(id, { instance_start: at(2) }, { title: 'Two' })
    await patch(id, { instance_start: at(3) }, { title: 'Three' })
    await patch(id, {}, { end_time: at(1, '11') })
    assert.deepEqual(
      (await listed()).map(each => each.title),
      ['Daily', 'Two', 'Three', 'Daily', 'Daily', 'Daily'],
    )
    await patch(id, {}, { recurrence_rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3' })
    assert.deepEqual(
      (await listed()).map(each => each.title),
      ['Daily', 'Three', 'Daily'],
    )
    await patch(id, {}, { recurrence_rule: 'FREQ=DAILY;COUNT=6' })
    assert.deepEqual(
      (await listed()).map(each => each.title),
      [...['Daily', 'Daily', 'Three', 'Daily', 'Daily', 'Daily']],
    )
    await patch(id, {}, { start_time: at(1, '08') })
    assert.equal(
      (await listed()).every(each => each.title === 'Daily'),
      true,
    )
  })

  it('finds an occurrence that was moved far outside the series', async () => {
    const { id } = await series()
    const span = { start_time: '2040-01-01T09:00:00Z', end_time: '2040-01-01T10:00:00Z' }
    await patch(id, { instance_start: at(2) }, span)
    await patch(
      id,
      { instance_start: at(3) },
      { start_time: '1990-01-01T00:00Z', end_time: '1990-01-02T00:00Z' },
    )
    const found = (start_date: string, end_date: string) => starts({ start_date, end_date })
    assert.deepEqual(await found('2039-12-01', '2040-02-01'), [span.start_time])
    assert.deepEqual(await found('1990-01-01', '1990-02-01'), ['1990-01-01T00:00:00Z'])
    await remove(id, { instance_start: at(2) })
    assert.deepEqual(await found('2039-12-01', '2040-02-01'), [])
    await patch(id, { instance_start: at(2) }, {})
    assert.deepEqual(await found('2039-12-01', '2040-02-01'), [span.start_time])
  })
})
