// The operations of `imports`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['imports']

/**
 * Import an iCalendar file.
 *
 * The body is the file (`text/calendar`), or a form (`multipart/form-data`) with one file; at most 20
 * MB. More than 1,000 entries are written in steps; such an import may respond with 202 and a job.
 * Events become schedules, tasks become todos. Importing the same file again changes nothing: entries
 * are recognized by their `UID` and `RECURRENCE-ID`. An invalid component is skipped and reported; the
 * others are imported. The whole import is one batch in the change log. 400 if the file is not a
 * calendar. 413 or 422 if it exceeds a limit, which the answer names: 20 MB, 5 million lines and
 * properties, or the memory and time for reading it. 503 if the server is reading other files for too
 * long. A personal access token needs `schedules:write`, and `todos:write` for tasks (403); without
 * `tags:write`, unknown categories are kept but do not become tags.
 *
 * `POST /v1/import/ics`
 */
export const ics = /* @__PURE__ */ operation<Group['ics']>('POST', '/v1/import/ics', { upload: 'text/calendar' })

/**
 * Import the export of another program.
 *
 * The body is the file, or a form (`multipart/form-data`) that contains it; at most 20 MB. More than
 * 1,000 entries are written in steps; such an import may respond with 202 and a job. `todoist`: CSV,
 * ZIP backup or JSON. `ticktick`: CSV. `toggl`: CSV or JSON. `vikunja`: ZIP or JSON.
 * `super_productivity`: JSON. `google`: Takeout (ZIP), Tasks.json or calendars. `csv`: a table from
 * another program. `auto` recognizes the program. Lists become todo groups, tasks become todos,
 * measured time becomes completed timers, and labels become tags in the group “Imported”. Importing
 * again changes only what has changed in the file. A row that cannot be read is reported with its line
 * number; the others are imported. The whole import is one batch in the change log and can be undone
 * at once. 400 if the file is not such an export. 413 or 422 if it exceeds a limit, which the answer
 * names: 20 MB, 200 MB unpacked, 5 million values, cells or lines, 1,000 columns, 64 KiB in a cell, or
 * the memory and time for reading it. 503 if the server is reading other files for too long. A
 * personal access token needs `todos:write`, and `timers:write` or `schedules:write` for such entries.
 *
 * `POST /v1/import/{source}`
 */
export const from = /* @__PURE__ */ operation<Group['from']>('POST', '/v1/import/{source}', { upload: 'application/octet-stream' })
