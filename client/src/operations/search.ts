// The operations of `search`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation } from '../operation.ts'

type Group = Routes['search']

/**
 * Search your items and those shared with you.
 *
 * Finds todos, schedules, timers, tags, meetings and friends whose texts contain every word of `q`, in
 * any order and also inside words. Case, accents and character width do not matter. Korean is found by
 * syllables and by initial consonants: `ㅎㅇ` finds 회의. Hits in the title come first; then hits at the
 * start of the title, at the start of a word and inside words; then newer items. `scope` is `all` by
 * default: your own items and those shared with you, without strangers' public items, which only
 * `scope=shared` includes. Tags and friends are always your own. `tag_ids`, `status`, `start_date` and
 * `end_date` select only items that have tags, a status or a date; a series has all dates from its
 * first to its last occurrence. Without `limit`, at most 50 results. A newer search of the same app
 * cancels one that is still running, which answers 409.
 *
 * `GET /v1/search`
 */
export const find = /* @__PURE__ */ listOperation<Group['find']>('/v1/search')
