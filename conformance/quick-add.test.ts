import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Result {
  kind: string
  draft: Record<string, unknown>
  chips: { type: string; text: string; start: number; end: number; value: unknown; understood?: false }[]
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

  it('an unknown tag stays text, and is marked as not understood', async () => {
    const { chips, draft } = await send({ text: 'Read #unknown pages', dry_run: true })
    const marks = chips.map(({ type, text, understood }) => [type, text, understood])
    assert.deepEqual([marks, draft['title']], [[['tag', '#unknown', false]], 'Read #unknown pages'])
  })

  it('a range on a day that is over is measured time', async () => {
    const { kind, draft } = await send({ text: 'yesterday 9:00-9:45 standup', dry_run: true })
    assert.deepEqual([kind, draft['title']], ['record', 'standup'])
  })

  it('a leading "start" or 시작 starts a timer', async () => {
    assert.equal((await send({ text: 'start reading', dry_run: true })).kind, 'timer')
    assert.equal((await send({ text: '시작 독서', dry_run: true, language: 'ko' })).kind, 'timer')
  })

  it('only @todo starts a timer for that todo', async () => {
    const todo = await me.add('/v1/todos', { title: 'Write report', tag_group_id: group })
    const { kind, draft } = await send({ text: '@Write report', dry_run: true })
    assert.deepEqual([kind, draft['todo_id']], ['timer', todo.id])
  })

  it('reads the sentences of the specification', async () => {
    await me.tag(group, 'work')
    await me.tag(group, '업무')
    const english = await send({
      text: 'Write report tomorrow 3pm for 2h #work !high every weekday',
      dry_run: true,
    })
    const { title, priority, estimate_minutes, recurrence_rule } = english.draft
    assert.deepEqual([english.kind, title, priority, estimate_minutes], ['todo', 'Write report', 3, 120])
    assert.match(String(recurrence_rule), /BYDAY=MO,TU,WE,TH,FR/)
    const korean = await send({ text: '내일 오후 3시 회의 2시간 #업무', language: 'ko', dry_run: true })
    const { start_time, end_time, tag_ids } = korean.draft
    const hours = (Date.parse(String(end_time)) - Date.parse(String(start_time))) / 3_600_000
    assert.deepEqual([korean.kind, korean.draft['title'], hours], ['schedule', '회의', 2])
    assert.equal((tag_ids as string[]).length, 1)
  })

  it('quotes protect words, and only whole words count', async () => {
    for (const [text, title] of [
      ['Watch "tomorrow" again', 'Watch tomorrow again'],
      ['Fix the Mondaylist', 'Fix the Mondaylist'],
    ]) {
      const { chips, draft } = await send({ text, dry_run: true })
      assert.deepEqual([draft['title'], chips], [title, []])
    }
  })

  it('a token needs the scope of the kind that it creates', async () => {
    const { token } = await me.add<{ token: string }>('/v1/tokens', {
      name: 'entries',
      scopes: ['schedules:write'],
    })
    const body = { text: 'Buy milk', timezone: 'UTC' }
    const { status } = await target.request('/v1/quick_add', { method: 'POST', token, body })
    assert.equal(status, 403)
  })
})
