import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { PreferencesPatch as Patch } from '@daymark/client'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { assertIntegrity } from '../../../test/support/integrity.ts'
import { newPerson } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { preferenceStore } from './store.ts'

const NOTHING = {
  timezone: null,
  language: null,
  week_start: null,
  time_format: null,
  working_hours: null,
  default_timer_minutes: null,
  focus: null,
  holiday_country: null,
  holiday_region: null,
  theme: null,
  default_tag_group_id: null,
  default_reminders: null,
  notifications: null,
  deadlines_in_calendar_apps: null,
  week_templates: null,
}
const EVERYTHING = {
  timezone: 'Asia/Seoul',
  language: 'ko',
  week_start: 6,
  time_format: '12h',
  working_hours: {
    0: [
      { start: '09:00', end: '12:00' },
      { start: '13:00', end: '24:00' },
    ],
    5: [],
  },
  default_timer_minutes: 45,
  focus: { preset: 'pomodoro', work_minutes: 25, break_minutes: 5, long_break_minutes: 15, rounds: 4 },
  holiday_country: 'DE',
  holiday_region: 'BY',
  theme: 'dark',
  default_reminders: [{ minutes_before: 10 }, { at_time: '09:00', days_before: 1 }],
  deadlines_in_calendar_apps: true,
  week_templates: [
    {
      id: '01a1dd40-93c2-4156-a99d-dae837885b29',
      name: 'Usual week',
      entries: [
        {
          ...{ weekday: 0, start: '09:30', minutes: 90, all_day: false, title: 'Write', description: null },
          tag_ids: ['01a1dd40-93c2-7156-a99d-dae837885b29'],
        },
      ],
    },
  ],
  notifications: {
    email: 'digest',
    kinds: { meeting: { push: false } },
    quiet_hours: { start: '22:00', end: '07:00' },
  },
} as const

forEachStorage('preferences', open => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(async () => {
    await assertIntegrity(server.storage)
    await server.close()
  })

  /** Sends a request with headers that the SDK does not set. */
  async function send(id: string, method: string, headers: Record<string, string>, body?: object) {
    const token = await server.issuer.token({ sub: id, name: id })
    return server.fetch('/v1/users/me/preferences', {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  it('are null until set, and keep fields that a request does not contain', async () => {
    const { id, client } = await newPerson(server, 'ann')
    assert.deepEqual(await client.users.preferences(), { id, ...NOTHING, version: 0 })
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const all = { ...EVERYTHING, default_tag_group_id: group.id } as unknown as Patch
    const set = await client.users.updatePreferences({ body: all })
    assert.deepEqual(set, { id, ...EVERYTHING, default_tag_group_id: group.id, version: 2 })
    assert.deepEqual(await client.users.preferences(), set)
    const light = await client.users.updatePreferences({ body: { theme: 'light', working_hours: null } })
    assert.deepEqual(light, { ...set, theme: 'light', working_hours: null, version: 3 })
    const cleared = await client.users.updatePreferences({ body: { ...NOTHING } })
    assert.deepEqual(cleared, { id, ...NOTHING, version: 4 })
  })

  it('set to the same values are no change', async () => {
    const { client } = await newPerson(server, 'ann')
    await client.users.updatePreferences({ body: { theme: null } })
    await client.users.updatePreferences({ body: {} })
    assert.equal((await client.changes.list()).seq, 0)
    await client.users.updatePreferences({ body: { focus: EVERYTHING.focus } })
    const { version } = await client.users.updatePreferences({ body: { focus: { ...EVERYTHING.focus } } })
    assert.deepEqual([version, (await client.changes.list()).seq], [1, 1])
  })

  it('are normalized', async () => {
    const { client } = await newPerson(server, 'ann')
    const body = { timezone: 'europe/berlin', holiday_country: 'de', holiday_region: 'by' }
    const { timezone, holiday_country, holiday_region } = await client.users.updatePreferences({ body })
    assert.deepEqual([timezone, holiday_country, holiday_region], ['Europe/Berlin', 'DE', 'BY'])
  })

  it('have a region of their country only', async () => {
    const { client } = await newPerson(server, 'ann')
    const patch = (body: Patch) => client.users.updatePreferences({ body })
    await patch({ holiday_country: 'DE', holiday_region: 'BY' })
    await rejectsWith(patch({ holiday_region: 'ZZ' }), 422)
    assert.equal((await patch({ holiday_region: 'DE-BE' })).holiday_region, 'DE-BE')
    const inAustria = await patch({ holiday_country: 'AT' })
    assert.deepEqual([inAustria.holiday_country, inAustria.holiday_region], ['AT', null])
    const nowhere = await patch({ holiday_country: 'none', holiday_region: '1' })
    assert.equal(nowhere.holiday_region, '1', 'a region without a country is not used')
    assert.equal((await patch({ holiday_country: 'AT' })).holiday_region, '1')
  })

  for (const [name, body, path = name] of [
    ['colour', { colour: 'red' }],
    ['timezone', { timezone: '+09:00' }],
    ['language', { language: 'de' }],
    ['week_start', { week_start: 7 }],
    ['time_format', { time_format: '24' }],
    ['theme', { theme: 'blue' }],
    ['default_timer_minutes', { default_timer_minutes: 0 }],
    ['holiday_country', { holiday_country: 'XX' }],
    ['holiday_region', { holiday_region: 'a region' }],
    ['a region of another country', { holiday_country: 'DE', holiday_region: 'CA' }, 'holiday_region'],
    [
      'a region of a country without regions',
      { holiday_country: 'KR', holiday_region: '11' },
      'holiday_region',
    ],
    ['a weekday', { working_hours: { 7: [] } }, 'working_hours.7'],
    ['a range that ends first', { working_hours: { 0: [range('12:00', '09:00')] } }, 'working_hours.0'],
    [
      'ranges that overlap',
      { working_hours: { 0: [range('09:00', '12:00'), range('11:00', '13:00')] } },
      'working_hours.0',
    ],
    [
      'ranges that are not ordered',
      { working_hours: { 0: [range('13:00', '14:00'), range('09:00', '12:00')] } },
      'working_hours.0',
    ],
    ['a time', { working_hours: { 0: [range('9:00', '9:30')] } }, 'working_hours.0.0.start'],
    ['a preset', { focus: { ...EVERYTHING.focus, preset: 'none' } }, 'focus.preset'],
    ['a field of focus', { focus: { ...EVERYTHING.focus, music: true } }, 'focus.music'],
    ['too many reminders', { default_reminders: Array(11).fill({ minutes_before: 1 }) }, 'default_reminders'],
    ['a group', { default_tag_group_id: 'x' }, 'default_tag_group_id'],
    ['a template without a name', { week_templates: [template({ name: '' })] }, 'week_templates.0.name'],
    ['templates that are too long', { week_templates: Array(21).fill(template({})) }, 'week_templates'],
    [
      'too much text in templates',
      { week_templates: [template({ description: 'x'.repeat(10_000) }, 21)] },
      'week_templates',
    ],
  ] as [string, object, string?][]) {
    it(`refuse ${name} with 422, and change nothing`, async () => {
      const { client } = await newPerson(server, 'ann')
      const request = client.users.updatePreferences({ body: { theme: 'dark', ...body } as Patch })
      const { errors } = await rejectsWith(request, 422)
      assert.ok(
        errors.some(error => error.path === path),
        JSON.stringify(errors),
      )
      assert.equal((await client.users.preferences()).version, 0)
    })
  }

  it('accept only one’s own tag group, and lose it when the group is deleted', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const body = { default_tag_group_id: group.id.toUpperCase() }
    const foreign = await rejectsWith(bob.client.users.updatePreferences({ body }), 400)
    const missing = { default_tag_group_id: '01a1dd40-93c2-7156-a99d-dae837885b29' }
    const unknown = await rejectsWith(bob.client.users.updatePreferences({ body: missing }), 400)
    assert.equal(foreign.detail, unknown.detail)
    const set = await ann.client.users.updatePreferences({ body })
    assert.equal(set.default_tag_group_id, group.id)
    await ann.client.tags.deleteGroup({ params: { group_id: group.id } })
    const { default_tag_group_id, version } = await ann.client.users.preferences()
    assert.deepEqual([default_tag_group_id, version > set.version], [null, true])
    const [batch] = await ann.client.history.list()
    assert.deepEqual(batch?.entries.map(({ kind, action }) => `${kind} ${action}`).sort(), [
      'preferences updated',
      'tag_group deleted',
    ])
    await ann.client.history.restore({ params: { batch_id: batch?.batch_id ?? '' } })
    assert.equal((await ann.client.users.preferences()).default_tag_group_id, group.id)
  })

  it('have an ETag, and answer 304 and 412', async () => {
    const { id, client } = await newPerson(server, 'ann')
    const first = await send(id, 'GET', {})
    assert.equal(first.headers.get('etag'), '"0"')
    assert.equal((await send(id, 'GET', { 'if-none-match': '"0"' })).status, 304)
    assert.equal((await send(id, 'PATCH', { 'if-match': '"7"' }, { theme: 'dark' })).status, 412)
    const changed = await send(id, 'PATCH', { 'if-match': '"0"' }, { theme: 'dark' })
    assert.deepEqual([changed.status, changed.headers.get('etag')], [200, '"1"'])
    assert.equal((await send(id, 'PATCH', { 'if-match': '"0"' }, { theme: 'light' })).status, 412)
    assert.equal((await client.users.preferences()).theme, 'dark')
  })

  it('are a kind of the change log', async () => {
    const { id, client } = await newPerson(server, 'ann')
    await client.users.updatePreferences({ body: { theme: 'dark' } })
    await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const now = await client.users.updatePreferences({ body: { week_start: 0 } })
    const { changes, seq } = await client.changes.list({ query: { kinds: ['preferences'] } })
    assert.equal(seq, 3)
    const last = changes.at(-1)
    assert.deepEqual(
      [last?.kind, last?.id, last?.action, last?.resource],
      ['preferences', id, 'updated', now],
    )
  })

  it('are visible to a token that may read users', async () => {
    const { client } = await newPerson(server, 'ann')
    await client.users.updatePreferences({ body: { theme: 'dark' } })
    const withScopes = async (scopes: ('users:read' | 'users:write' | 'todos:read')[]) => {
      const { token } = await client.tokens.create({ body: { name: scopes.join(), scopes } })
      return (method: string, path: string, body?: object) =>
        server.fetch(path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
    }
    const path = '/v1/users/me/preferences'
    const reader = await withScopes(['users:read'])
    assert.equal((await reader('GET', path)).status, 200)
    assert.equal((await reader('PATCH', path, { theme: 'light' })).status, 403)
    assert.equal((await (await withScopes(['users:write']))('PATCH', path, { theme: 'light' })).status, 200)
    const other = await withScopes(['todos:read'])
    assert.equal((await other('GET', path)).status, 403)
    const kindsFor = async (get: typeof reader) => {
      const answer = (await (await get('GET', '/v1/changes')).json()) as { changes: { kind: string }[] }
      return answer.changes.map(({ kind }) => kind)
    }
    assert.deepEqual([await kindsFor(reader), await kindsFor(other)], [['preferences'], []])
  })

  it('can be undone and redone, including the first change', async () => {
    const { id, client } = await newPerson(server, 'ann')
    const undoLast = async () => {
      const [batch] = await client.history.list({ query: { limit: 1 } })
      return client.history.undo({ params: { batch_id: batch?.batch_id ?? '' } })
    }
    await client.users.updatePreferences({ body: { theme: 'dark', working_hours: { 0: [] } } })
    const [first] = await client.history.list()
    assert.equal(first?.summary, 'Changed your preferences')
    assert.deepEqual(first?.entries[0]?.changed['working_hours'], { before: null, after: { 0: [] } })
    await undoLast()
    assert.deepEqual(await client.users.preferences(), { id, ...NOTHING, version: 2 })
    await undoLast()
    const redone = await client.users.preferences()
    assert.deepEqual([redone.theme, redone.working_hours, redone.version], ['dark', { 0: [] }, 3])
    await client.users.updatePreferences({ body: { theme: 'light' } })
    const refused = client.history.undo({ params: { batch_id: first?.batch_id ?? '' } })
    await rejectsWith(refused, 409)
    assert.equal((await client.history.trash()).length, 0)
  })

  it('cannot be undone to a tag group that was deleted since', async () => {
    const { client } = await newPerson(server, 'ann')
    const group = await client.tags.createGroup({ body: { name: 'Old', color: '#112233' } })
    const other = await client.tags.createGroup({ body: { name: 'New', color: '#112233' } })
    await client.users.updatePreferences({ body: { default_tag_group_id: group.id } })
    await client.users.updatePreferences({ body: { default_tag_group_id: other.id } })
    const [batch] = await client.history.list({ query: { limit: 1 } })
    await client.tags.deleteGroup({ params: { group_id: group.id } })
    const undo = client.history.undo({ params: { batch_id: batch?.batch_id ?? '' } })
    await rejectsWith(undo, 409, /deleted/)
  })

  it('keep the changes of two devices that write at once', async () => {
    const { client } = await newPerson(server, 'ann')
    await Promise.all([
      client.users.updatePreferences({ body: { theme: 'dark' } }),
      client.users.updatePreferences({ body: { language: 'ko' } }),
      client.users.updatePreferences({ body: { week_start: 3 } }),
    ])
    const { theme, language, week_start } = await client.users.preferences()
    assert.deepEqual([theme, language, week_start], ['dark', 'ko', 3])
  })

  it('are hidden from other people', async () => {
    const ann = await newPerson(server, 'ann')
    await ann.client.users.updatePreferences({ body: { theme: 'dark' } })
    const bob = await newPerson(server, 'bob')
    assert.equal((await bob.client.users.preferences()).theme, null)
    const stored = await server.storage.read(db => preferenceStore(db).find(bob.id))
    assert.equal(stored, undefined)
  })
})

function template({ name = 'Usual', description = '' }, entries = 1) {
  const [entry] = EVERYTHING.week_templates[0].entries
  return { ...EVERYTHING.week_templates[0], name, entries: Array(entries).fill({ ...entry, description }) }
}

function range(start: string, end: string) {
  return { start, end }
}
