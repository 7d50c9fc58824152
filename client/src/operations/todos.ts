// The operations of `todos`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['todos']

/**
 * Create a todo; a deadline also creates a schedule of one hour.
 *
 * Belongs to exactly one tag group and may have a parent in the same group. The schedule starts at the
 * deadline and has the title and tags of the todo. 400 if group, parent or tags are not the caller's
 * own, or if the tree would become invalid.
 *
 * `POST /v1/todos`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/todos')

/**
 * List todos by status, deadline and age.
 *
 * UNSCHEDULED, SCHEDULED, DONE, CANCELLED; within a status by deadline (none last), then newest first;
 * `order=position` is the manual order. `group_ids`: todos of any of these groups. `tag_ids`: todos
 * with all of these tags, with all their ancestors.
 *
 * `GET /v1/todos`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/todos')

/**
 * Count your todos, in total and per tag.
 *
 * With `group_id` only the todos and the tags of that group.
 *
 * `GET /v1/todos/stats`
 */
export const stats = /* @__PURE__ */ operation<Group['stats']>('GET', '/v1/todos/stats')

/**
 * Read a todo, or the todos of a tag group.
 *
 * Where the id is that of a tag group, the answer has the todos of that group in `items`; `order`,
 * `scope`, `public_from`, `limit` and `cursor` apply to these.
 *
 * `GET /v1/todos/{todo_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/todos/{todo_id}')

/**
 * Change a todo.
 *
 * Absent keeps, null clears. The linked schedules follow: a new deadline moves them, removing it
 * deletes them, tags are copied to them, and those with the old title are renamed. Another
 * `tag_group_id` moves the whole subtree.
 *
 * `PATCH /v1/todos/{todo_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/todos/{todo_id}')

/**
 * Delete a todo and its schedules; its children become roots.
 *
 * Children keep their schedules. Timers stay and are unlinked.
 *
 * `DELETE /v1/todos/{todo_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/todos/{todo_id}')
