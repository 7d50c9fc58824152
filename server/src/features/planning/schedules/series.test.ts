import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { at, DAILY, days, seriesOfPeople } from '../../../../test/support/series-of-people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

const BLUE = '#4F86C6'
forEachStorage('series', open => {
  const { me, series, listed, starts, patch, remove, read } = seriesOfPeople(open)

  it('lists occurrences and never the series, with the same ids on every read', async () => {
    const { id } = await series({ recurrence_rule: 'RRULE:FREQ=DAILY;COUNT=3' })
    const [first, second, third] = await listed()
    assert.deepEqual([first?.start_time, second?.start_time, third?.start_time], days(1, 2, 3))
    assert.equal(second?.parent_id, id)
    assert.equal(second?.instance_start, at(2))
    assert.equal(second?.end_time, at(2, '10'))
    assert.equal(second?.recurrence_rule, null)
    assert.match(second?.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-5/)
    assert.equal(new Set([id, first?.id, second?.id, third?.id]).size, 4)
    assert.deepEqual((await listed({ start_date: at(2), end_date: at(3) }))[0], second)
    assert.deepEqual(await read(id, { instance_start: at(2) }), second)
    const whole = await read(id)
    assert.equal(whole.parent_id, null)
    assert.equal(whole.recurrence_rule, 'FREQ=DAILY;COUNT=3')
  })

  it('repeats in its own zone across a DST change', async () => {
    await series({
      start_time: '2026-03-06T09:00:00-05:00',
      end_time: '2026-03-06T10:00:00-05:00',
      timezone: 'america/new_york',
      recurrence_rule: 'FREQ=DAILY;COUNT=4',
    })
    const query = { start_date: '2026-03-01', end_date: '2026-04-01' }
    assert.deepEqual(await starts(query), [
      '2026-03-06T14:00:00Z',
      '2026-03-07T14:00:00Z',
      '2026-03-08T13:00:00Z',
      '2026-03-09T13:00:00Z',
    ])
    const local = await starts({ ...query, timezone: 'America/New_York' })
    assert.deepEqual(
      local.map(text => text.slice(11)),
      ['09:00:00-05:00', '09:00:00-05:00', '09:00:00-04:00', '09:00:00-04:00'],
    )
  })

  it('explains what is wrong with a rule', async () => {
    const bad: [rule: string, words: RegExp][] = [
      ['FREQ=SECONDLY', /SECONDLY/],
      ['FREQ=MINUTELY', /MINUTELY/],
      ['FREQ=DAILY;BYHOUR=0,1,2,3,4;BYMINUTE=0,10,20,30,40', /occurrences a day/],
      ['FREQ=DAILY;COUNT=10001', /COUNT/],
      ['FREQ=DAILY;INTERVAL=0', /INTERVAL/],
      ['FREQ=DAILY;COUNT=2;UNTIL=20270101', /COUNT and UNTIL/],
      ['every day', /rule/],
      ['FREQ=DAILY;UNTIL=20250101', /UNTIL/],
    ]
    for (const [recurrence_rule, words] of bad) {
      const error = await rejectsWith(series({ recurrence_rule }), 422, words)
      assert.equal(error.errors[0]?.path, 'recurrence_rule')
    }
    await rejectsWith(series({ recurrence_end: at(1, '08') }), 422, /recurrence_end/)
    const { id } = await series()
    await rejectsWith(patch(id, {}, { recurrence_rule: 'FREQ=MINUTELY' }), 422)
    await rejectsWith(patch(id, {}, { recurrence_end: at(1, '08') }), 422)
    assert.deepEqual(await starts(), days(1, 2, 3, 4, 5))
  })

  it('ends at recurrence_end, which is included', async () => {
    const { id } = await series({ recurrence_rule: 'FREQ=DAILY', recurrence_end: at(3) })
    assert.deepEqual(await starts(), days(1, 2, 3))
    await patch(id, {}, { recurrence_end: at(2, '08') })
    assert.deepEqual(await starts(), days(1))
    await patch(id, {}, { recurrence_end: null, recurrence_rule: 'FREQ=DAILY;UNTIL=20260504' })
    assert.deepEqual(await starts(), days(1, 2, 3, 4))
    const plain = await patch(id, {}, { recurrence_rule: null })
    assert.equal(plain.recurrence_rule, null)
    assert.deepEqual(
      (await listed()).map(each => each.id),
      [id],
    )
  })

  it('changes one occurrence and no other', async () => {
    const { id } = await series()
    const before = await listed()
    const changed = await patch(
      id,
      { instance_start: at(2) },
      {
        title: 'Moved',
        description: 'why',
        state: 'COMPLETED',
        start_time: at(4, '15'),
        end_time: at(4, '17'),
      },
    )
    assert.equal(changed.id, before[1]?.id)
    assert.equal(changed.instance_start, at(2))
    assert.equal(changed.parent_id, id)
    assert.equal(changed.title, 'Moved')
    assert.deepEqual(await starts(), [at(1), at(3), at(4), at(4, '15'), at(5)])
    const found = await listed({ start_date: at(4, '16'), end_date: at(4, '18') })
    assert.deepEqual(found, [changed])
    assert.deepEqual(await listed({ start_date: at(2), end_date: at(3) }), [])
    const renamed = await patch(id, { instance_start: at(2), apply_to: 'this' }, { title: 'Again' })
    assert.equal(renamed.start_time, at(4, '15'))
    assert.equal(renamed.description, 'why')
    assert.equal((await read(id)).title, 'Daily')
  })

  it('overrides the location of one occurrence, which may have none, until all occurrences get another', async () => {
    const { id } = await me().schedules.create({ body: { ...DAILY, title: 'Visit', location: 'Seoul' } })
    await patch(id, { instance_start: at(2) }, { location: 'Busan' })
    await patch(id, { instance_start: at(3) }, { location: null, description: 'at home' })
    const shown = async () =>
      (await listed()).flatMap(each => (each.title === 'Visit' ? [each.location] : []))
    assert.deepEqual(await shown(), ['Seoul', 'Busan', null, 'Seoul', 'Seoul'])
    await patch(id, { instance_start: at(2), apply_to: 'all' }, { location: 'Daegu' })
    assert.deepEqual(await shown(), ['Daegu', 'Daegu', null, 'Daegu', 'Daegu'])
    const tail = await patch(id, { instance_start: at(3), apply_to: 'following' }, { location: 'Jeju' })
    assert.deepEqual([tail.location, (await read(id)).location], ['Jeju', 'Daegu'])
    assert.deepEqual(await shown(), ['Daegu', 'Daegu', 'Jeju', 'Jeju', 'Jeju'])
    assert.equal((await read(tail.id, { instance_start: at(3) })).description, 'at home')
  })

  it('empties description and tags of one occurrence', async () => {
    await series()
    const group = await me().tags.createGroup({ body: { name: 'G', color: BLUE } })
    const [a, b] = await Promise.all(
      ['a', 'b'].map(name => me().tags.create({ body: { name, color: BLUE, group_id: group.id } })),
    )
    const tag_ids = [a?.id ?? '']
    const { id } = await me().schedules.create({
      body: { ...DAILY, title: 'Tagged', description: 'text', tag_ids },
    })
    await patch(id, { instance_start: at(2) }, { description: null, tag_ids: [] })
    await patch(id, { instance_start: at(3) }, { tag_ids: [b?.id ?? ''] })
    const occurrence = await read(id, { instance_start: at(2) })
    assert.equal(occurrence.description, null)
    assert.deepEqual(occurrence.tags, [])
    assert.deepEqual(await starts({ tag_ids }), days(1, 4, 5))
    assert.deepEqual(await starts({ tag_ids: [b?.id ?? ''] }), days(3))
    assert.deepEqual(await starts({ group_ids: [group.id] }), days(1, 3, 4, 5))
    await me().tags.remove({ params: { tag_id: b?.id ?? '' } })
    assert.deepEqual((await read(id, { instance_start: at(3) })).tags, [])
    assert.deepEqual(await starts({ tag_ids }), days(1, 4, 5))
  })

  it('rejects times of one occurrence that end before they start', async () => {
    const { id } = await series()
    await rejectsWith(patch(id, { instance_start: at(2) }, { start_time: at(2, '11') }), 422, /start_time/)
    const earlier = await patch(id, { instance_start: at(2) }, { start_time: at(2, '08') })
    assert.equal(earlier.end_time, at(2, '10'))
  })

  it('rejects fields of the series for one occurrence, unless they are unchanged', async () => {
    const { id, timezone } = await series()
    const query = { instance_start: at(2) }
    const refused = {
      timezone: 'Europe/Berlin',
      recurrence_rule: 'FREQ=WEEKLY',
      recurrence_end: at(4),
      visibility: { level: 'public' },
    }
    for (const [name, value] of Object.entries(refused)) {
      await rejectsWith(patch(id, query, { [name]: value }), 422, new RegExp(name))
    }
    const same = { timezone, recurrence_rule: null, recurrence_end: null, visibility: null, title: 'T' }
    assert.equal((await patch(id, query, same)).title, 'T')
  })

  it('deletes one occurrence, once, and restores it', async () => {
    const { id } = await series()
    const query = { instance_start: at(2) }
    assert.deepEqual(await remove(id, query), { ok: true })
    assert.deepEqual(await starts(), days(1, 3, 4, 5))
    await rejectsWith(remove(id, query), 404, /occurrence/)
    await rejectsWith(read(id, query), 404, /occurrence/)
    const restored = await patch(id, query, { title: 'Back' })
    assert.equal(restored.title, 'Back')
    assert.deepEqual(await starts(), days(1, 2, 3, 4, 5))
    await remove(id, query)
    await patch(id, query, {})
    assert.equal((await listed())[1]?.title, 'Back')
  })

  it('keeps a series whose every occurrence was deleted', async () => {
    const { id } = await series()
    for (const day of [1, 2, 3, 4, 5]) await remove(id, { instance_start: at(day) })
    assert.deepEqual(await starts(), [])
    assert.equal((await read(id)).id, id)
  })

  it('rejects starts that are not occurrences', async () => {
    const { id } = await series()
    for (const instance_start of [at(2, '08'), at(6), '2026-04-30T09:00:00Z']) {
      await rejectsWith(read(id, { instance_start }), 404, /occurrence/)
      await rejectsWith(patch(id, { instance_start }, { title: 'x' }), 404)
      await rejectsWith(patch(id, { instance_start, apply_to: 'following' }, { title: 'x' }), 404)
      await rejectsWith(remove(id, { instance_start, apply_to: 'all' }), 404)
    }
    const plain = await me().schedules.create({ body: { ...DAILY, recurrence_rule: null } })
    await rejectsWith(read(plain.id, { instance_start: at(1) }), 400)
    await rejectsWith(patch(plain.id, { instance_start: at(1) }, { title: 'x' }), 400)
    await rejectsWith(remove(plain.id, { instance_start: at(1) }), 400)
    for (const apply_to of ['this', 'following']) {
      await rejectsWith(patch(id, { apply_to }, { title: 'x' }), 422, /instance_start/)
      await rejectsWith(remove(id, { apply_to }), 422, /instance_start/)
    }
    await rejectsWith(patch(id, { instance_start: at(1), apply_to: 'some' }, {}), 422, /apply_to/)
    const occurrence = (await listed()).find(each => each.parent_id === id)
    await rejectsWith(read(occurrence?.id ?? ''), 404)
  })
})
