// The operations of `todos`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['todos']

/**
 * Create a todo; a deadline also creates a schedule.
 *
 * A todo belongs to exactly one tag group and may have a parent in the same group. The schedule has
 * the todo's title and tags: an hour at the deadline, or an all-day entry if `deadline` is a date
 * (YYYY-MM-DD). 400 if the group, parent or tags are not the caller's own, or if the tree would become
 * invalid.
 *
 * `POST /v1/todos`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/todos')

/**
 * List todos by status, deadline and age.
 *
 * Sorted by status (UNSCHEDULED, SCHEDULED, DONE, CANCELLED), then by deadline (none last; a date
 * counts as noon UTC), then newest first; with `order=position`, in the manual order. `group_ids`
 * selects todos of any of these groups. `tag_ids` selects todos with all of these tags, and includes
 * all their ancestors.
 *
 * `GET /v1/todos`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/todos')

/**
 * Count your todos, in total and per tag.
 *
 * With `group_id`, counts only the todos and tags of that group.
 *
 * `GET /v1/todos/stats`
 */
export const stats = /* @__PURE__ */ operation<Group['stats']>('GET', '/v1/todos/stats')

/**
 * Read a todo, or the todos of a tag group.
 *
 * If the id belongs to a tag group, the response contains the group's todos in `items`; `order`,
 * `scope`, `public_from`, `limit` and `cursor` apply to them.
 *
 * `GET /v1/todos/{todo_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/todos/{todo_id}')

/**
 * Change a todo.
 *
 * Absent fields are unchanged; null clears a field. Linked schedules are updated too: a new deadline
 * moves them and makes them timed or all-day, removing it deletes them, tags are copied to them, and
 * schedules with the old title are renamed. Another `tag_group_id` moves the whole subtree. Closing a
 * repeating todo creates its next round in the same transaction, with its open subtodos.
 *
 * `PATCH /v1/todos/{todo_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/todos/{todo_id}')

/**
 * Delete a todo and its schedules; its children become roots.
 *
 * Children keep their schedules. Timers are kept and unlinked.
 *
 * `DELETE /v1/todos/{todo_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/todos/{todo_id}')

/**
 * Change or delete many todos at once.
 *
 * One transaction, one batch in the change log, one undo. At most 1,000 items; a repeated id counts
 * once. `change` is a PATCH body, or `{"delete": true}`; `add_tag_ids` and `remove_tag_ids` change the
 * tags of each item instead of replacing them. Every item follows the rules of a single PATCH or
 * DELETE. If an item fails, nothing is changed, and the 400 names each failed item in `errors`. With
 * `atomic: false` the other items are changed, and `failed` names the rest. Parents are changed before
 * their children, regardless of the order of `ids`.
 *
 * `POST /v1/todos/bulk`
 */
export const bulk = /* @__PURE__ */ operation<Group['bulk']>('POST', '/v1/todos/bulk')
