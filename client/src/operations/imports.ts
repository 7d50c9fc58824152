// The operations of `imports`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['imports']

/**
 * Import an iCalendar file.
 *
 * The body is the file (`text/calendar`), or a form (`multipart/form-data`) with one file; at most 20
 * MB and 10,000 entries. Events become schedules, tasks become todos. Importing the same file again
 * changes nothing: entries are recognized by their `UID` and `RECURRENCE-ID`. A component with a fault
 * is skipped and reported; the others are imported. Everything is one batch of the change log. 400 if
 * the file is not a calendar. A personal access token needs `schedules:write`, and `todos:write` for
 * tasks (403); without `tags:write`, unknown categories are kept but do not become tags.
 *
 * `POST /v1/import/ics`
 */
export const ics = /* @__PURE__ */ operation<Group['ics']>('POST', '/v1/import/ics', 'text/calendar')
