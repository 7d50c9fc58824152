// The operations of `tags`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['tags']

/**
 * Create a tag group.
 *
 * A group contains tags; with `is_todo_group` it is also a list of todos. Group names need not be
 * unique.
 *
 * `POST /v1/tags/groups`
 */
export const createGroup = /* @__PURE__ */ operation<Group['createGroup']>('POST', '/v1/tags/groups')

/**
 * List tag groups with their tags, by name.
 *
 * Each group includes all its tags.
 *
 * `GET /v1/tags/groups`
 */
export const listGroups = /* @__PURE__ */ listOperation<Group['listGroups']>('/v1/tags/groups')

/**
 * Read a tag group.
 *
 * Returns the group with all its tags, by name. 404 for other people's groups.
 *
 * `GET /v1/tags/groups/{group_id}`
 */
export const getGroup = /* @__PURE__ */ operation<Group['getGroup']>('GET', '/v1/tags/groups/{group_id}')

/**
 * Change a tag group.
 *
 * Absent fields are unchanged; null clears a field. `goal_ratios` replaces all ratios: keys are ids of
 * tags in this group, values are 0 to 1. `goal_hours` replaces all goals in hours per week: values are
 * 0 to 168.
 *
 * `PATCH /v1/tags/groups/{group_id}`
 */
export const updateGroup = /* @__PURE__ */ operation<Group['updateGroup']>('PATCH', '/v1/tags/groups/{group_id}')

/**
 * Delete a tag group, its tags and its todos.
 *
 * The group's todos are deleted too, because a todo must have a group. To keep them, name another
 * group in `move_todos_to`; they lose the old group's tags.
 *
 * `DELETE /v1/tags/groups/{group_id}`
 */
export const deleteGroup = /* @__PURE__ */ operation<Group['deleteGroup']>('DELETE', '/v1/tags/groups/{group_id}')

/**
 * Create a tag.
 *
 * The name must be unique in its group (case-sensitive).
 *
 * `POST /v1/tags`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/tags')

/**
 * List tags by name.
 *
 * Tags from all groups in one list.
 *
 * `GET /v1/tags`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/tags')

/**
 * Read a tag.
 *
 * Returns one of your own tags. 404 for other people's tags.
 *
 * `GET /v1/tags/{tag_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/tags/{tag_id}')

/**
 * Change a tag.
 *
 * Absent fields are unchanged; null clears a field. Another `group_id` moves the tag and removes it
 * from the goals of its old group.
 *
 * `PATCH /v1/tags/{tag_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/tags/{tag_id}')

/**
 * Delete a tag and remove it from all items.
 *
 * Todos, schedules and timers that have the tag are kept. The group is kept too, even if this was its
 * last tag.
 *
 * `DELETE /v1/tags/{tag_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/tags/{tag_id}')
