import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { addDays } from '../../session/region/zone-time.ts'
import { GROUPINGS, paramsOf, type View, viewOf } from './address.ts'
import { KINDS } from './period.ts'

const WEEK: View = {
  ...{ kind: 'week', date: undefined, until: undefined, group: undefined, tag: undefined, todo: undefined },
  ...{ compare: false, by: 'tag' },
}
const ids = fc.option(fc.uuid(), { nil: undefined })

test('every state can be read back', () => {
  const views = fc
    .record({
      kind: fc.constantFrom(...KINDS),
      day: fc.option(fc.integer({ min: 0, max: 40_000 }), { nil: undefined }),
      length: fc.integer({ min: 0, max: 1820 }),
      ...{ group: ids, tag: ids, todo: ids },
      compare: fc.boolean(),
      by: fc.constantFrom(...GROUPINGS),
    })
    .map(({ day, length, ...view }): View => {
      const date = day === undefined ? undefined : addDays('1960-01-01', day)
      return { ...view, date, until: view.kind === 'custom' && date ? addDays(date, length) : undefined }
    })
  fc.assert(fc.property(views, view => assert.deepEqual(viewOf(paramsOf(view)), view)))
})

test('the current week has a short address', () => {
  assert.equal(paramsOf(WEEK).toString(), '')
  assert.deepEqual(viewOf(new URLSearchParams()), WEEK)
})

test('ignores values that make no sense', () => {
  const broken = 'period=century&date=2026-02-30&group=x&tag=&todo=1&compare=next&by=color'
  assert.deepEqual(viewOf(new URLSearchParams(broken)), WEEK)
  const backwards = viewOf(new URLSearchParams('period=custom&date=2026-03-02&until=2026-03-01'))
  assert.equal(backwards.until, undefined)
  const tooLong = viewOf(new URLSearchParams('period=custom&date=2020-01-01&until=2026-01-01'))
  assert.deepEqual([tooLong.date, tooLong.until], ['2020-01-01', undefined])
  for (const date of ['1800-01-01', '2200-01-01', '0202-11-01'])
    assert.equal(viewOf(new URLSearchParams({ date })).date, undefined, date)
})
