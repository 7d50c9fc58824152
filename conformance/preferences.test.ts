import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTarget, type RequestOptions, type Target } from './target.ts'

const PATH = '/v1/users/me/preferences'
const FIELDS = [
  'timezone',
  'language',
  'week_start',
  'time_format',
  'working_hours',
  'default_timer_minutes',
  'focus',
  'holiday_country',
  'holiday_region',
  'theme',
  'default_tag_group_id',
  'default_reminders',
  'notifications',
  'deadlines_in_calendar_apps',
  'week_templates',
]

describe('preferences', () => {
  let target: Target
  let token: string
  before(async () => {
    target = await openTarget()
    token = await target.token('preferences-person')
  })
  after(() => target.stop())

  const read = () => target.request(PATH, { token })
  const change = (body: unknown, headers?: RequestOptions['headers']) =>
    target.request(PATH, { token, method: 'PATCH', body, ...(headers && { headers }) })

  it('GET returns every preference, each null until it is set', async () => {
    await change(Object.fromEntries(FIELDS.map(field => [field, null])))
    const { status, body } = await read()
    assert.equal(status, 200)
    for (const field of FIELDS) assert.equal(body[field], null, field)
  })

  it('PATCH changes only the given fields', async () => {
    const { status, body } = await change({ timezone: 'Asia/Seoul', language: 'ko', week_start: 6 })
    assert.equal(status, 200)
    assert.deepEqual([body['timezone'], body['language'], body['week_start']], ['Asia/Seoul', 'ko', 6])
    await change({ language: 'en', time_format: '12h', theme: 'dark', default_timer_minutes: 50 })
    const { body: now } = await read()
    assert.deepEqual([now['timezone'], now['language'], now['theme']], ['Asia/Seoul', 'en', 'dark'])
    assert.equal((await change({ theme: null })).body['theme'], null)
  })

  it('unknown fields and invalid values are 422', async () => {
    const bodies = [
      { time_zone: 'Asia/Seoul' },
      { timezone: 'Seoul' },
      { language: 'fr' },
      { week_start: 7 },
      { week_start: -1 },
      { time_format: '24' },
      { theme: 'blue' },
      { working_hours: { 7: [] } },
      { working_hours: { 0: [{ start: '12:00', end: '09:00' }] } },
      { focus: { preset: 'nap' } },
      { default_reminders: [{ minutes: 5 }] },
      { default_tag_group_id: 'x' },
    ]
    for (const body of bodies) assert.equal((await change(body)).status, 422, JSON.stringify(body))
  })

  it('working hours are ordered ranges per weekday that do not overlap, 0 = Monday', async () => {
    const working_hours = {
      0: [
        { start: '09:00', end: '12:00' },
        { start: '13:00', end: '17:00' },
      ],
      4: [{ start: '09:00', end: '15:00' }],
    }
    assert.deepEqual((await change({ working_hours })).body['working_hours'], working_hours)
    const overlapping = [
      { start: '09:00', end: '12:00' },
      { start: '11:00', end: '17:00' },
    ]
    assert.equal((await change({ working_hours: { 0: overlapping } })).status, 422)
    assert.deepEqual((await read()).body['working_hours'], working_hours)
  })

  it('focus and default_reminders have the documented form', async () => {
    const focus = {
      preset: 'pomodoro',
      work_minutes: 25,
      break_minutes: 5,
      long_break_minutes: 15,
      rounds: 4,
    }
    const default_reminders = [{ minutes_before: 10 }, { at_time: '09:00', days_before: 1 }]
    const { body } = await change({ focus, default_reminders })
    assert.deepEqual([body['focus'], body['default_reminders']], [focus, default_reminders])
  })

  it('default_tag_group_id is one of your own groups, and is cleared when the group is deleted', async () => {
    const group = await target.request('/v1/tags/groups', {
      token,
      method: 'POST',
      body: { name: 'Default', color: '#112233' },
    })
    const id = String(group.body['id'])
    assert.equal((await change({ default_tag_group_id: id })).body['default_tag_group_id'], id)
    await target.request(`/v1/tags/groups/${id}`, { token, method: 'DELETE' })
    assert.equal((await read()).body['default_tag_group_id'], null)
    const gone = await change({ default_tag_group_id: id })
    assert.equal(gone.status, 400)
    const stranger = await target.token('preferences-stranger')
    const foreign = await target.request('/v1/tags/groups', {
      token: stranger,
      method: 'POST',
      body: { name: 'Foreign', color: '#112233' },
    })
    const refused = await change({ default_tag_group_id: foreign.body['id'] })
    assert.deepEqual([refused.status, refused.body['detail']], [400, gone.body['detail']])
  })

  it('preferences have a version: ETag, 304 and 412', async () => {
    await change({ theme: 'light' })
    const { headers, body } = await read()
    const tag = headers.get('etag') ?? ''
    assert.equal(tag, `"${body['version']}"`)
    const known = (method: string) =>
      target.request(PATH, { token, method, headers: { 'if-none-match': tag } })
    assert.equal((await known('HEAD')).status, 304)
    const again = await known('GET')
    assert.equal(again.status, 304)
    assert.equal((await change({ theme: 'dark' }, { 'if-match': tag })).status, 200)
    assert.equal((await change({ theme: 'light' }, { 'if-match': tag })).status, 412)
  })

  it('changes of preferences are in the change log, with the id of the person', async () => {
    await change({ theme: 'system' })
    const me = await target.request('/v1/users/me', { token })
    const now = await read()
    const { body } = await target.request<{ changes: { id: string; kind: string; resource: unknown }[] }>(
      `/v1/changes?kinds=preferences&since=${Number(now.body['version']) - 1}`,
      { token },
    )
    const last = body.changes.at(-1)
    assert.deepEqual([last?.kind, last?.id, last?.resource], ['preferences', me.body['id'], now.body])
  })
})
