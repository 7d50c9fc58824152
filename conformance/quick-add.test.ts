// Conformance tests: quick add.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Result {
  kind: string
  draft: Record<string, unknown>
  chips: { type: string; text: string; start: number; end: number; value: unknown }[]
  created: { id: string; title: string } | null
}

describe('quick add', () => {
  let target: Target
  let me: Person
  let group: string
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'quick-add-person')
    group = await me.group()
  })
  after(() => target.stop())

  const send = async (body: object) =>
    (await me.send<Result>('/v1/quick_add', 'POST', { timezone: 'Asia/Seoul', ...body })).body

  it('answers the kind, the draft, the chips and the created item', async () => {
    const text = '2031년 3월 5일 오후 3시 회의 2시간'
    const { kind, draft, chips, created } = await send({ text, language: 'ko' })
    assert.equal(kind, 'schedule')
    assert.equal(draft['title'], '회의')
    for (const chip of chips) assert.equal(text.slice(chip.start, chip.end), chip.text)
    assert.deepEqual(
      chips.map(({ type }) => type),
      ['when', 'when', 'duration'],
    )
    assert.equal(created?.title, '회의')
  })

  it('a dry run creates nothing', async () => {
    const { kind, draft, created } = await send({ text: 'Call the bank !high', dry_run: true })
    assert.deepEqual(
      [kind, draft['title'], draft['tag_group_id'], created],
      ['todo', 'Call the bank', group, null],
    )
  })

  it('an unknown tag stays text', async () => {
    const { chips, draft } = await send({ text: 'Read #unknown pages', dry_run: true })
    assert.deepEqual([chips, draft['title']], [[], 'Read #unknown pages'])
  })

  it('a leading "start" or 시작 starts a timer', async () => {
    assert.equal((await send({ text: 'start reading', dry_run: true })).kind, 'timer')
    assert.equal((await send({ text: '시작 독서', dry_run: true, language: 'ko' })).kind, 'timer')
  })
})
