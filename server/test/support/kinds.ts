// A common interface for all kinds of shareable items, so that one table of tests covers them all.
import { ApiError, type Client } from '@daymark/client'
import type { ResourceType, VisibilitySettings } from '@daymark/contract/people/visibility'
import type { Scope } from '@daymark/contract/words'
import type Type from 'typebox'
import type { TestApp } from './app.ts'
import { type Device, greeted } from './device.ts'
import { PLANNING } from './meetings.ts'
import type { Person } from './people.ts'

export type SettingsBody = Type.Static<typeof VisibilitySettings>

export interface Shown {
  id: string
  title: string | null
  owner_id: string
  is_shared: boolean
  visibility_level: string | null
  visibility?: SettingsBody | null
  version?: number
}

export interface Kind {
  type: ResourceType
  create(owner: Person, title: string, visibility?: SettingsBody | null): Promise<Shown>
  get(client: Client, id: string): Promise<Shown>
  list(client: Client, scope?: Scope): Promise<Shown[]>
  rename(client: Client, id: string, title: string): Promise<Shown>
  share(client: Client, id: string, visibility: SettingsBody | null): Promise<Shown>
  remove(client: Client, id: string): Promise<unknown>
}

const given = <T extends object>(visibility: T | null | undefined) =>
  visibility === undefined ? {} : { visibility }

export const DAY = { start_date: '2026-01-15', end_date: '2026-01-16' }

export async function groupOf(owner: Client): Promise<string> {
  const [group] = await owner.tags.listGroups()
  return (group ?? (await owner.tags.createGroup({ body: { name: 'Work', color: '#4F86C6' } }))).id
}

const oneTodo = (answer: object): Shown => {
  if ('items' in answer) throw new Error('A todo was asked for, not a group.')
  return answer as Shown
}

export const todoKind: Kind = {
  type: 'todo',
  create: async ({ client }, title, visibility) =>
    client.todos.create({ body: { title, tag_group_id: await groupOf(client), ...given(visibility) } }),
  get: async (client, id) => oneTodo(await client.todos.get({ params: { todo_id: id } })),
  list: (client, scope) => client.todos.list({ query: scope ? { scope } : {} }),
  rename: (client, id, title) => client.todos.update({ params: { todo_id: id }, body: { title } }),
  share: (client, id, visibility) => client.todos.update({ params: { todo_id: id }, body: { visibility } }),
  remove: (client, id) => client.todos.remove({ params: { todo_id: id } }),
}

export const scheduleKind: Kind = {
  type: 'schedule',
  create: ({ client }, title, visibility) =>
    client.schedules.create({
      body: {
        title,
        start_time: '2026-01-15T10:00:00Z',
        end_time: '2026-01-15T11:00:00Z',
        ...given(visibility),
      },
    }),
  get: (client, id) => client.schedules.get({ params: { schedule_id: id } }),
  list: (client, scope) => client.schedules.list({ query: scope ? { ...DAY, scope } : DAY }),
  rename: (client, id, title) => client.schedules.update({ params: { schedule_id: id }, body: { title } }),
  share: (client, id, visibility) =>
    client.schedules.update({ params: { schedule_id: id }, body: { visibility } }),
  remove: (client, id) => client.schedules.remove({ params: { schedule_id: id } }),
}

export const meetingKind: Kind = {
  type: 'meeting',
  create: ({ client }, title, visibility) =>
    client.meetings.create({ body: { ...PLANNING, title, ...given(visibility) } }),
  get: (client, id) => client.meetings.get({ params: { meeting_id: id } }),
  list: (client, scope) => client.meetings.list({ query: scope ? { scope } : {} }),
  rename: (client, id, title) => client.meetings.update({ params: { meeting_id: id }, body: { title } }),
  share: (client, id, visibility) =>
    client.meetings.update({ params: { meeting_id: id }, body: { visibility } }),
  remove: (client, id) => client.meetings.remove({ params: { meeting_id: id } }),
}

/** Timers are started over the socket. An error there is converted to a REST error. */
export function timerKind(server: () => TestApp): Kind {
  const devices = new Map<string, Promise<Device>>()
  const deviceOf = (owner: Person) => {
    const device = devices.get(owner.id) ?? greeted(server(), owner.id, { claims: owner.claims })
    devices.set(owner.id, device)
    return device
  }
  return {
    type: 'timer',
    create: async (owner, title, visibility) => {
      const device = await deviceOf(owner)
      const body = { title, allocated_duration: 1500, ...given(visibility) }
      const { type, payload } = await device.ask('timer.create', body)
      if (type !== 'timer.created') throw new ApiError(400, { detail: JSON.stringify(payload) })
      return payload.timer
    },
    get: (client, id) => client.timers.get({ params: { timer_id: id } }),
    list: (client, scope) => client.timers.list({ query: scope ? { scope } : {} }),
    rename: (client, id, title) => client.timers.update({ params: { timer_id: id }, body: { title } }),
    share: (client, id, visibility) =>
      client.timers.update({ params: { timer_id: id }, body: { visibility } }),
    remove: (client, id) => client.timers.remove({ params: { timer_id: id } }),
  }
}

export const kindsOf = (server: () => TestApp): Kind[] => [
  todoKind,
  scheduleKind,
  meetingKind,
  timerKind(server),
]
