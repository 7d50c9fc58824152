import type { Client } from '@daymark/client'
import type { Tag, TagGroup } from '@daymark/contract/planning/tags'
import type { Todo, TodoItems, todoRoutes } from '@daymark/contract/planning/todos'
import type { BodyOf } from '@daymark/contract/route'
import type { TestApp } from './app.ts'

export const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
export const BLUE = '#4F86C6'
export const HOUR = 3_600_000

export type TodoBody = Partial<BodyOf<(typeof todoRoutes)['create']>>
export type TodoPatch = BodyOf<(typeof todoRoutes)['update']>

export interface TodoWorld {
  id: string
  client: Client
  group: TagGroup
  addGroup(name: string): Promise<TagGroup>
  addTag(name: string, groupId?: string): Promise<Tag>
  /** Creates a todo in the person's first group unless the body names another group. */
  add(title: string, body?: TodoBody): Promise<Todo>
  read(todoId: string): Promise<Todo>
  patch(todoId: string, body: TodoPatch): Promise<Todo>
  remove(todoId: string): Promise<unknown>
}

export async function todoWorld(server: TestApp, id: string): Promise<TodoWorld> {
  return worldOf(id, await server.as(id))
}

export async function worldOf(id: string, client: Client): Promise<TodoWorld> {
  const addGroup = (name: string) => client.tags.createGroup({ body: { name, color: BLUE } })
  const group = await addGroup('Group')
  return {
    id,
    client,
    group,
    addGroup,
    addTag: (name, groupId = group.id) =>
      client.tags.create({ body: { name, color: BLUE, group_id: groupId } }),
    add: (title, body = {}) => client.todos.create({ body: { title, tag_group_id: group.id, ...body } }),
    read: async todo_id => one(await client.todos.get({ params: { todo_id } })),
    patch: (todo_id, body) => client.todos.update({ params: { todo_id }, body }),
    remove: todo_id => client.todos.remove({ params: { todo_id } }),
  }
}

export function one(answer: Todo | TodoItems): Todo {
  if ('items' in answer) throw new Error('The answer is a list.')
  return answer
}

export function items(answer: Todo | TodoItems): Todo[] {
  if ('items' in answer) return answer.items
  throw new Error('The answer is one todo.')
}

export const ids = (todos: readonly { id: string }[]): string[] => todos.map(todo => todo.id)
export const titles = (todos: readonly { title: string }[]): string[] => todos.map(todo => todo.title)
export const names = (tags: readonly { name: string }[]): string[] => tags.map(tag => tag.name)
export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

/** Follows the `Link` headers to the last page. */
export async function pages<T>(server: TestApp, person: string, path: string): Promise<T[][]> {
  const token = await server.issuer.token({ sub: person, name: person }, { now: server.clock.now() })
  const found: T[][] = []
  for (let next: string | undefined = path; next; ) {
    const response = await server.fetch(next, { headers: { authorization: `Bearer ${token}` } })
    const body = (await response.json()) as T[] | { items: T[] }
    found.push(Array.isArray(body) ? body : body.items)
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return found
}
