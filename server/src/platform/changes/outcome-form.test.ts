import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { newId } from '../kernel/ids.ts'
import { briefBody, mentionsOthers, referencesIn, restored, storedBody, unpacked } from './outcome-form.ts'

const todo = (title: string, more: object = {}) => ({
  id: newId(),
  version: 1,
  title,
  owner_id: 'ann',
  ...more,
})
const body = (value: unknown) => JSON.stringify(value)

describe('the stored form of an outcome', () => {
  it('keeps what fits, compresses what fits then, and shortens the rest', async () => {
    const small = body(todo('x'))
    assert.deepEqual(await storedBody(small, 'ann'), { form: 'plain', body: small })
    const large = body(Array.from({ length: 500 }, () => todo('the same long title '.repeat(10))))
    const packed = await storedBody(large, 'ann')
    assert.equal(packed.form, 'packed')
    assert.equal(await unpacked(packed.body), large)
    const random = Array.from({ length: 900 }, () => todo(Array.from({ length: 30 }, newId).join('')))
    const { form, body: short } = await storedBody(body(random), 'ann')
    assert.equal(form, 'brief')
    assert.ok(Buffer.byteLength(short) <= 65_536)
  })

  it('never compresses what mentions other people', async () => {
    const title = 'x'.repeat(70_000)
    for (const more of [
      { owner_id: 'bob' },
      { allowed_emails: ['bob@example.org'] },
      { display_name: 'Bob' },
    ]) {
      assert.ok(mentionsOthers(body(todo('x', more)), 'ann'))
      assert.equal((await storedBody(body(todo(title, more)), 'ann')).form, 'brief')
    }
    assert.equal(mentionsOthers(body(todo('x', { allowed_emails: [], allowed_user_ids: [] })), 'ann'), false)
  })

  it('contains no list at all if even the ids do not fit', () => {
    const many = { batch_id: 'b', count: 9, items: Array.from({ length: 2_000 }, () => todo('x')) }
    assert.deepEqual(JSON.parse(briefBody(body(many)).body), { batch_id: 'b', count: 9 })
  })

  it('gets the current resources back, and null for those that are gone', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.string()), { maxLength: 20 }), items => {
        const all = items.map(([isKept, title]) => ({ isKept, item: todo(title) }))
        const brief: unknown = JSON.parse(
          briefBody(body({ deleted: 3, first: all[0]?.item ?? null, items: all.map(each => each.item) }))
            .body,
        )
        assert.deepEqual(referencesIn(brief), new Set(all.map(({ item }) => item.id)))
        const now = new Map(all.flatMap(({ isKept, item }) => (isKept ? [[item.id, item] as const] : [])))
        const found = all.map(({ isKept, item }) => (isKept ? item : { id: item.id, resource: null }))
        assert.deepEqual(restored(brief, now), { deleted: 3, first: found[0] ?? null, items: found })
      }),
    )
  })

  it('gets the series of an occurrence back', () => {
    const series = todo('series')
    const occurrence = todo('one', { parent_id: series.id, instance_start: '2026-01-01T00:00:00Z' })
    const brief: unknown = JSON.parse(briefBody(body(occurrence)).body)
    assert.deepEqual(restored(brief, new Map([[series.id, series]])), series)
  })
})
