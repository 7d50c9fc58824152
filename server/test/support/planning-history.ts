// Random histories of one person's tags, todos, schedules and past timers, for property tests of the change log.
import { ApiError, type Client } from '@daymark/client'
import fc from 'fast-check'

export type PlanningStep =
  | { kind: 'group'; name: string }
  | { kind: 'tag'; group: number; name: string }
  | { kind: 'renameTag'; tag: number; name: string }
  | { kind: 'deleteTag'; tag: number }
  | { kind: 'deleteGroup'; group: number }
  | { kind: 'todo'; group: number; parent: number; tag: number; deadline: number | null }
  | {
      kind: 'patchTodo'
      todo: number
      patch:
        | 'title'
        | 'done'
        | 'reopened'
        | 'details'
        | 'repeat'
        | 'deadline'
        | 'date'
        | 'none'
        | 'root'
        | 'tags'
        | 'share'
    }
  | { kind: 'deleteTodo'; todo: number }
  | { kind: 'bulk'; todos: number[]; atomic: boolean; change: 'done' | 'tag' | 'group' | 'date' | 'delete' }
  | { kind: 'schedule'; tag: number; series: boolean }
  | { kind: 'occurrence'; schedule: number; day: number; action: 'move' | 'delete' | 'rename' | 'following' }
  | { kind: 'patchSchedule'; schedule: number; patch: 'title' | 'move' | 'tags' }
  | { kind: 'deleteSchedule'; schedule: number }
  | { kind: 'preferences'; group: number; patch: 'group' | 'none' | 'theme' | 'hours' }
  | { kind: 'record'; todo: number; tag: number; lengths: number[] }
  | { kind: 'segments'; timer: number; lengths: number[] }
  | { kind: 'split'; timer: number; minute: number }
  | { kind: 'deleteTimer'; timer: number }

const place = fc.nat(7)
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
/** Alternating minutes of measured time and pauses. */
const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })

export const planningHistory: fc.Arbitrary<PlanningStep[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('group' as const), name }),
    fc.record({ kind: fc.constant('tag' as const), group: place, name }),
    fc.record({ kind: fc.constant('renameTag' as const), tag: place, name }),
    fc.record({ kind: fc.constant('deleteTag' as const), tag: place }),
    fc.record({ kind: fc.constant('deleteGroup' as const), group: place }),
    fc.record({
      kind: fc.constant('todo' as const),
      group: place,
      parent: place,
      tag: place,
      deadline: fc.option(fc.nat(9)),
    }),
    fc.record({
      kind: fc.constant('patchTodo' as const),
      todo: place,
      patch: fc.constantFrom(
        'title',
        'done',
        'reopened',
        'details',
        'repeat',
        'deadline',
        'date',
        'none',
        'root',
        'tags',
        'share',
      ),
    }),
    fc.record({ kind: fc.constant('deleteTodo' as const), todo: place }),
    fc.record({
      kind: fc.constant('bulk' as const),
      todos: fc.array(place, { minLength: 1, maxLength: 4 }),
      atomic: fc.boolean(),
      change: fc.constantFrom('done', 'tag', 'group', 'date', 'delete'),
    }),
    fc.record({ kind: fc.constant('schedule' as const), tag: place, series: fc.boolean() }),
    fc.record({
      kind: fc.constant('occurrence' as const),
      schedule: place,
      day: fc.nat(5),
      action: fc.constantFrom('move', 'delete', 'rename', 'following'),
    }),
    fc.record({
      kind: fc.constant('patchSchedule' as const),
      schedule: place,
      patch: fc.constantFrom('title', 'move', 'tags'),
    }),
    fc.record({ kind: fc.constant('deleteSchedule' as const), schedule: place }),
    fc.record({
      kind: fc.constant('preferences' as const),
      group: place,
      patch: fc.constantFrom('group', 'none', 'theme', 'hours'),
    }),
    fc.record({ kind: fc.constant('record' as const), todo: place, tag: place, lengths }),
    fc.record({ kind: fc.constant('segments' as const), timer: place, lengths }),
    fc.record({ kind: fc.constant('split' as const), timer: place, minute: fc.nat(150) }),
    fc.record({ kind: fc.constant('deleteTimer' as const), timer: place }),
  ),
  { maxLength: 14 },
) as fc.Arbitrary<PlanningStep[]>

const DAY = 86_400_000
const BASE = Date.parse('2026-03-02T09:00:00Z')
const iso = (ms: number) => new Date(ms).toISOString()
/** Returns a date if `days` is a multiple of three, otherwise a datetime. */
const dueIn = (days: number) => iso(BASE + days * DAY).slice(0, days % 3 === 0 ? 10 : undefined)
const range = { start_date: iso(BASE - 40 * DAY), end_date: iso(BASE + 60 * DAY) }

/** Returns the person's items and preferences as the API shows them, without the fields that every change updates. */
export async function exportOf(client: Client): Promise<string> {
  const all = {
    groups: await client.tags.listGroups(),
    todos: await client.todos.list(),
    schedules: await client.schedules.list({ query: range }),
    preferences: await client.users.preferences(),
    timers: await client.timers.list({ query: { tag_include_mode: 'timer_only' } }),
  }
  return JSON.stringify(all, (key, value) => (key === 'version' || key === 'updated_at' ? undefined : value))
}

/** Returns segments for alternating lengths of measured time and pauses. */
export function segmentsOfLengths(lengths: readonly number[]): { start: string; end: string }[] {
  let at = BASE
  return lengths.flatMap((minutes, index) => {
    const start = at
    at += minutes * 60_000
    return index % 2 === 0 ? [{ start: iso(start), end: iso(at) }] : []
  })
}

export class PlanningWorld {
  readonly #client: Client
  readonly #ids = {
    group: [] as string[],
    tag: [] as string[],
    todo: [] as string[],
    schedule: [] as string[],
    timer: [] as string[],
  }
  #count = 0

  constructor(client: Client) {
    this.#client = client
  }

  /** Returns false if the step changed nothing, because the server refused it or the item for it does not exist yet. */
  async run(step: PlanningStep): Promise<boolean> {
    try {
      return await this.#run(step)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return false
      throw error
    }
  }

  #pick(kind: 'group' | 'tag' | 'todo' | 'schedule' | 'timer', at: number): string | undefined {
    const ids = this.#ids[kind]
    return ids.length === 0 ? undefined : ids[at % ids.length]
  }

  async #run(step: PlanningStep): Promise<boolean> {
    const client = this.#client
    const title = `${step.kind} ${++this.#count}`
    switch (step.kind) {
      case 'group': {
        const group = await client.tags.createGroup({
          body: { name: step.name, color: '#112233', is_todo_group: true },
        })
        this.#ids.group.push(group.id)
        return true
      }
      case 'tag': {
        const group_id = this.#pick('group', step.group)
        if (!group_id) return false
        const tag = await client.tags.create({ body: { name: step.name, color: '#445566', group_id } })
        this.#ids.tag.push(tag.id)
        return true
      }
      case 'renameTag': {
        const tag_id = this.#pick('tag', step.tag)
        if (!tag_id) return false
        await client.tags.update({ params: { tag_id }, body: { name: step.name, color: '#778899' } })
        return true
      }
      case 'deleteTag': {
        const tag_id = this.#pick('tag', step.tag)
        if (!tag_id) return false
        await client.tags.remove({ params: { tag_id } })
        return true
      }
      case 'deleteGroup': {
        const group_id = this.#pick('group', step.group)
        if (!group_id) return false
        await client.tags.deleteGroup({ params: { group_id } })
        return true
      }
      case 'todo': {
        const tag_group_id = this.#pick('group', step.group)
        if (!tag_group_id) return false
        const tag = this.#pick('tag', step.tag)
        const parent_id = step.parent % 2 === 0 ? (this.#pick('todo', step.parent) ?? null) : null
        const body = {
          title,
          tag_group_id,
          parent_id,
          tag_ids: tag ? [tag] : [],
          deadline: step.deadline === null ? null : dueIn(step.deadline),
        }
        this.#ids.todo.push((await client.todos.create({ body })).id)
        return true
      }
      case 'patchTodo':
        return this.#patchTodo(step, title)
      case 'deleteTodo': {
        const todo_id = this.#pick('todo', step.todo)
        if (!todo_id) return false
        await client.todos.remove({ params: { todo_id } })
        return true
      }
      case 'bulk':
        return this.#bulk(step)
      case 'schedule': {
        const tag = this.#pick('tag', step.tag)
        const schedule = await client.schedules.create({
          body: {
            title,
            start_time: iso(BASE),
            end_time: iso(BASE + 3_600_000),
            tag_ids: tag ? [tag] : [],
            ...(step.series && { recurrence_rule: 'FREQ=DAILY;COUNT=6' }),
          },
        })
        this.#ids.schedule.push(schedule.id)
        return true
      }
      case 'occurrence':
        return this.#occurrence(step, title)
      case 'patchSchedule':
        return this.#patchSchedule(step, title)
      case 'deleteSchedule': {
        const schedule_id = this.#pick('schedule', step.schedule)
        if (!schedule_id) return false
        await client.schedules.remove({ params: { schedule_id } })
        return true
      }
      case 'preferences': {
        const body = {
          group: { default_tag_group_id: this.#pick('group', step.group) ?? null },
          none: { default_tag_group_id: null, working_hours: null },
          theme: { theme: step.group % 2 === 0 ? ('dark' as const) : ('light' as const) },
          hours: { working_hours: { 0: [{ start: '08:00', end: `1${step.group}:00` }] } },
        }[step.patch]
        await client.users.updatePreferences({ body })
        return true
      }
      case 'record': {
        const [tag, todo] = [this.#pick('tag', step.tag), this.#pick('todo', step.todo)]
        const timer = await client.timers.addRecord({
          body: {
            title,
            segments: segmentsOfLengths(step.lengths),
            tag_ids: tag ? [tag] : [],
            todo_id: todo ?? null,
          },
        })
        this.#ids.timer.push(timer.id)
        return true
      }
      case 'segments':
      case 'split':
      case 'deleteTimer':
        return this.#changeTimer(step)
    }
  }

  async #changeTimer(step: PlanningStep & { kind: 'segments' | 'split' | 'deleteTimer' }): Promise<boolean> {
    const timer_id = this.#pick('timer', step.timer)
    if (!timer_id) return false
    const [params, { timers }] = [{ timer_id }, this.#client]
    if (step.kind === 'deleteTimer') await timers.remove({ params })
    else if (step.kind === 'segments')
      await timers.setSegments({ params, body: { segments: segmentsOfLengths(step.lengths) } })
    else {
      const [, second] = await timers.split({ params, body: { at: iso(BASE + step.minute * 60_000) } })
      if (second) this.#ids.timer.push(second.id)
    }
    return true
  }

  async #patchTodo(step: PlanningStep & { kind: 'patchTodo' }, title: string): Promise<boolean> {
    const todo_id = this.#pick('todo', step.todo)
    if (!todo_id) return false
    const tag = this.#pick('tag', step.todo)
    const body = {
      title: { title },
      done: { status: 'DONE' as const },
      reopened: { status: 'SCHEDULED' as const },
      details: { estimate_minutes: this.#count, priority: this.#count % 4, position: `a${this.#count}` },
      repeat: { recurrence_rule: 'FREQ=DAILY;COUNT=9', deadline: iso(BASE + this.#count * DAY) },
      deadline: { deadline: iso(BASE + this.#count * DAY) },
      date: { deadline: iso(BASE + this.#count * DAY).slice(0, 10) },
      none: { deadline: null },
      root: { parent_id: null },
      tags: { tag_ids: tag ? [tag] : [] },
      share: { visibility: { level: 'public' as const } },
    }[step.patch]
    await this.#client.todos.update({ params: { todo_id }, body })
    return true
  }

  async #bulk({ todos, atomic, change: name }: PlanningStep & { kind: 'bulk' }): Promise<boolean> {
    const ids = todos.flatMap(at => this.#pick('todo', at) ?? [])
    if (ids.length === 0) return false
    const [at = 0] = todos
    const [tag, group] = [this.#pick('tag', at), this.#pick('group', at)]
    const change = {
      done: { status: 'DONE' as const },
      tag: { add_tag_ids: tag ? [tag] : [] },
      group: group ? { tag_group_id: group } : { priority: 1 },
      date: { deadline: iso(BASE + this.#count * DAY).slice(0, 10) },
      delete: { delete: true as const },
    }[name]
    await this.#client.todos.bulk({ body: { ids, change, atomic } })
    return true
  }

  async #patchSchedule(step: PlanningStep & { kind: 'patchSchedule' }, title: string): Promise<boolean> {
    const schedule_id = this.#pick('schedule', step.schedule)
    if (!schedule_id) return false
    const tag = this.#pick('tag', step.schedule)
    const start = BASE + (this.#count % 5) * 7_200_000
    const body = {
      title: { title },
      move: { start_time: iso(start), end_time: iso(start + 3_600_000) },
      tags: { tag_ids: tag ? [tag] : [] },
    }[step.patch]
    await this.#client.schedules.update({ params: { schedule_id }, body })
    return true
  }

  async #occurrence(step: PlanningStep & { kind: 'occurrence' }, title: string): Promise<boolean> {
    const schedule_id = this.#pick('schedule', step.schedule)
    if (!schedule_id) return false
    const at = BASE + step.day * DAY
    const query = {
      instance_start: iso(at),
      ...(step.action === 'following' && { apply_to: 'following' as const }),
    }
    const params = { schedule_id }
    if (step.action === 'delete') await this.#client.schedules.remove({ params, query })
    else {
      const body =
        step.action === 'move'
          ? { start_time: iso(at + 7_200_000), end_time: iso(at + 9_000_000) }
          : { title }
      await this.#client.schedules.update({ params, query, body })
    }
    return true
  }
}
