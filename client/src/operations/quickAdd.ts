// The operations of `quickAdd`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['quickAdd']

/**
 * Create a todo, a schedule, a running timer or measured time from one line.
 *
 * Understands dates, times, zones, lengths, recurrences and their ends in English and Korean, and the
 * marks `#tag`, `/group`, `!priority`, `p1`, `~estimate` and `@todo`. Quoted parts and unknown names
 * stay in the title. A time of day creates a schedule, unless it is a deadline or the line has a todo
 * mark; a range or a length on a day that is over is measured time; a leading "start" (시작) or only
 * `@todo` starts a timer. `timezone` in the body is the line's time zone; the default is the one in
 * the preferences, then UTC. A personal access token needs the write scope of the kind. 400 if a todo
 * has no tag group to belong to.
 *
 * `POST /v1/quick_add`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/quick_add')
