// The actions of random histories. They use the same few items again and again.

export type Kind = 'group' | 'tag' | 'todo' | 'schedule' | 'timer' | 'meeting'

/** One person in one step of the history. The step's numbers determine every choice. */
export interface Hand {
  pick<T>(options: readonly [T, ...T[]]): T
  /**
   * Usually returns the id of an item that the person has created. Sometimes returns someone else's id, a deleted
   * item's id, or an unknown one.
   */
  some(kind: Kind): string
  somebody(): string
  /** Sends a request. Stores the id of a created item under `kind`, if given. */
  send(method: string, path: string, body?: object, kind?: Kind): Promise<unknown>
  control(type: 'create' | 'pause' | 'resume' | 'stop' | 'cancel', payload: object): Promise<unknown>
}

const DAY = 86_400_000
const START = Date.UTC(2030, 0, 1, 9)
const iso = (ms: number) => new Date(ms).toISOString()

const day = (hand: Hand) => START + hand.pick([0, 1, 2, 3, 4, 5, 6]) * DAY
const PAST = Date.UTC(2025, 0, 1, 9)
const HALF_HOUR = 1_800_000
const past = (hand: Hand) =>
  Array.from({ length: hand.pick([1, 2, 3]) }, (_, n) => {
    const start = PAST + 2 * n * HALF_HOUR
    return { start: iso(start), end: iso(start + hand.pick([1, 2]) * HALF_HOUR) }
  })
const tagIds = (hand: Hand) => hand.pick([[], [hand.some('tag')], [hand.some('tag'), hand.some('tag')]])
const times = (hand: Hand) => {
  const start = day(hand) + hand.pick([0, 0, DAY / 48])
  return { start_time: iso(start), end_time: iso(start + hand.pick([0, 1, 30]) * 3_600_000) }
}
const visibility = (hand: Hand) =>
  hand.pick([
    null,
    { level: 'public' },
    { level: 'friends' },
    { level: 'selected', allowed_user_ids: [hand.somebody()] },
    { level: 'allowed_emails', allowed_domains: ['corp.com'] },
  ])
const rule = (hand: Hand) =>
  hand.pick([null, 'FREQ=DAILY;COUNT=5', null, 'FREQ=DAILY', 'FREQ=DAILY;INTERVAL=2;COUNT=4', 'FREQ=WEEKLY'])
const occurrence = (hand: Hand) => {
  const scope = hand.pick(['', '', '&apply_to=following', '&apply_to=all'])
  return `/v1/schedules/${hand.some('schedule')}?instance_start=${iso(day(hand))}${scope}`
}
const some = (hand: Hand, fields: Record<string, () => unknown>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (hand.pick([true, false]) ? [[name, value()]] : [])),
  )

type Action = (hand: Hand) => Promise<unknown>

const OFTEN: readonly Action[] = [
  h => {
    const fields = { deadline: () => iso(day(h)), parent_id: () => h.some('todo'), tag_ids: () => tagIds(h) }
    const body = { title: h.pick(['A', 'B']), tag_group_id: h.some('group'), visibility: visibility(h) }
    return h.send('POST', '/v1/todos', { ...body, ...some(h, fields) }, 'todo')
  },
  h => {
    const body = some(h, {
      title: () => h.pick(['A', 'B']),
      deadline: () => h.pick([null, iso(day(h)), iso(day(h)).slice(0, 10)]),
      status: () => h.pick(['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED']),
      position: () => h.pick([null, 'a0', 'a1', 'Zz']),
      recurrence_rule: () => h.pick([null, 'FREQ=DAILY', 'FREQ=WEEKLY;COUNT=3']),
      repeat_from: () => h.pick(['deadline', 'completion']),
      parent_id: () => h.pick([null, h.some('todo')]),
      tag_group_id: () => h.some('group'),
      tag_ids: () => tagIds(h),
      visibility: () => visibility(h),
    })
    return h.send('PATCH', `/v1/todos/${h.some('todo')}`, body)
  },
  h => {
    const born = { create_todo_options: () => ({ tag_group_id: h.some('group') }), tag_ids: () => tagIds(h) }
    const body = { title: 'S', ...times(h), recurrence_rule: rule(h), visibility: visibility(h) }
    return h.send('POST', '/v1/schedules', { ...body, ...some(h, born) }, 'schedule')
  },
  h => {
    const body = some(h, {
      title: () => 'E',
      tag_ids: () => tagIds(h),
      description: () => null,
      location: () => h.pick([null, 'Seoul', 'Busan']),
    })
    return h.send('PATCH', occurrence(h), { ...h.pick<object>([{}, times(h)]), ...body }, 'schedule')
  },
  h => {
    const links = { todo_id: () => h.some('todo'), schedule_id: () => h.some('schedule') }
    return h.control('create', { allocated_duration: 60, visibility: visibility(h), ...some(h, links) })
  },
]

const SOMETIMES: readonly Action[] = [
  h => h.send('POST', '/v1/tags/groups', { name: 'G', color: '#000000' }, 'group'),
  h => {
    const body = { name: h.pick(['x', 'y', 'z']), color: '#000000', group_id: h.some('group') }
    return h.send('POST', '/v1/tags', body, 'tag')
  },
  h => h.send('POST', `/v1/schedules/${h.some('schedule')}/todo?tag_group_id=${h.some('group')}`, {}, 'todo'),
  h => {
    const fields = {
      visibility: () => visibility(h),
      tag_ids: () => tagIds(h),
      recurrence_rule: () => rule(h),
    }
    return h.send('PATCH', `/v1/schedules/${h.some('schedule')}`, { ...some(h, fields), ...times(h) })
  },
  h => h.send('PATCH', `/v1/schedules/${h.some('schedule')}`, { recurrence_rule: rule(h) }),
  h => h.send('DELETE', occurrence(h)),
  h => h.control(h.pick(['pause', 'resume', 'stop', 'cancel']), { timer_id: h.some('timer') }),
  h => {
    const links = { todo_id: () => h.pick([null, h.some('todo')]), schedule_id: () => h.some('schedule') }
    return h.send('PATCH', `/v1/timers/${h.some('timer')}`, { ...some(h, links), tag_ids: tagIds(h) })
  },
  h => {
    const links = { todo_id: () => h.some('todo'), tag_ids: () => tagIds(h), visibility: () => visibility(h) }
    return h.send('POST', '/v1/timers/records', { segments: past(h), ...some(h, links) }, 'timer')
  },
  h => h.send('PUT', `/v1/timers/${h.some('timer')}/segments`, { segments: past(h) }),
  h =>
    h.send('POST', `/v1/timers/${h.some('timer')}/split`, { at: iso(PAST + h.pick([1, 3, 5]) * HALF_HOUR) }),
  h => h.send('POST', `/v1/timers/${h.some('timer')}/trim`, { end: iso(Date.now()) }),
  h => {
    const hours = { start_time: '09:00', end_time: '12:00', available_days: [0, 1, 2, 3, 4] }
    const body = { title: 'M', start_date: '2030-01-01', end_date: '2030-01-09', visibility: visibility(h) }
    return h.send('POST', '/v1/meetings', { ...body, ...hours }, 'meeting')
  },
  h => {
    const slot = { slot_date: '2030-01-02', start_time: '09:00', end_time: '10:00' }
    return h.send('POST', `/v1/meetings/${h.some('meeting')}/confirm`, slot, 'schedule')
  },
]

const SELDOM: readonly Action[] = [
  h => h.send('PATCH', `/v1/tags/${h.some('tag')}`, { group_id: h.some('group') }),
  h => h.send('DELETE', `/v1/tags/${h.some('tag')}`),
  h => h.send('DELETE', `/v1/tags/groups/${h.some('group')}`),
  h => h.send('DELETE', `/v1/tags/groups/${h.some('group')}?move_todos_to=${h.some('group')}`),
  h => h.send('DELETE', `/v1/todos/${h.some('todo')}`),
  h => h.send('DELETE', `/v1/schedules/${h.some('schedule')}`),
  h => h.send('DELETE', `/v1/timers/${h.some('timer')}`),
  h => h.send('DELETE', `/v1/meetings/${h.some('meeting')}`),
  h => h.send('POST', `/v1/meetings/${h.some('meeting')}/participate`, { display_name: 'P' }),
  h => h.send(h.pick(['POST', 'DELETE', 'DELETE']), `/v1/friends/block/${h.somebody()}`),
]

export const ACTIONS: readonly Action[] = [
  ...Array.from({ length: 6 }, () => OFTEN).flat(),
  ...Array.from({ length: 2 }, () => SOMETIMES).flat(),
  ...SELDOM,
]
