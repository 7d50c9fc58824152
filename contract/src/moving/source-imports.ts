import Type from 'typebox'
import { ImportResult, icsImportRoutes } from '../calendars/imports.ts'
import { routeGroup } from '../route.ts'
import { IanaZone, OneOf } from '../words.ts'

export const SOURCES = [
  'todoist',
  'ticktick',
  'toggl',
  'vikunja',
  'super_productivity',
  'google',
  'csv',
] as const
export type SourceFound = (typeof SOURCES)[number]
export type ImportSource = SourceFound | 'auto'

export const SourceImport = Type.Object(
  {
    ...ImportResult.properties,
    source: OneOf(SOURCES, { description: 'The program that exported the file.' }),
    timezone: Type.String({
      description: 'The time zone used for times without a zone: `timezone`, or the one in your preferences.',
    }),
    timers: Type.Union([ImportResult.properties.todos], {
      description: 'What happens to measured time, which becomes completed timers.',
    }),
    columns: Type.Array(Type.String(), {
      description: 'The header of a table from an unknown program, for `columns`; otherwise empty.',
    }),
  },
  { title: 'SourceImport' },
)
export type SourceImport = Type.Static<typeof SourceImport>

export const importRoutes = routeGroup({
  ...icsImportRoutes,
  from: {
    method: 'POST',
    path: '/import/{source}',
    stores: true,
    needs: { area: 'todos', access: 'write' },
    upload: 'application/octet-stream',
    summary: 'Import the export of another program',
    description:
      'The body is the file, or a form (`multipart/form-data`) that contains it; at most 20 MB. More than 1,000 entries are written in steps; such an import may respond with 202 and a job. `todoist`: CSV, ZIP backup or JSON. `ticktick`: CSV. `toggl`: CSV or JSON. `vikunja`: ZIP or JSON. `super_productivity`: JSON. `google`: Takeout (ZIP), Tasks.json or calendars. `csv`: a table from another program. `auto` recognizes the program. Lists become todo groups, tasks become todos, measured time becomes completed timers, and labels become tags in the group “Imported”. Importing again changes only what has changed in the file. A row that cannot be read is reported with its line number; the others are imported. The whole import is one batch in the change log and can be undone at once. 400 if the file is not such an export. 413 or 422 if it exceeds a limit, which the answer names: 20 MB, 200 MB unpacked, 5 million values, cells or lines, 1,000 columns, 64 KiB in a cell, or the memory and time for reading it. 503 if the server is reading other files for too long. A personal access token needs `todos:write`, and `timers:write` or `schedules:write` for such entries.',
    params: Type.Object({ source: OneOf(['auto', ...SOURCES], { description: 'The program, or `auto`.' }) }),
    query: Type.Object({
      dry_run: Type.Optional(
        Type.Boolean({ description: 'If true, writes nothing and only reports what an import would do.' }),
      ),
      timezone: Type.Optional(IanaZone),
      name: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The file name. It names the list if the file does not.',
        }),
      ),
      columns: Type.Optional(
        Type.String({
          maxLength: 4_000,
          description:
            'For tables: a JSON object with the column of each field, such as `{"title":"Task","due":"When"}`. Fields: title, notes, list, due, done, priority, tags, estimate, start, end, duration, id. Unknown columns are rejected; an empty name means no column. Fields that are left out are matched by column name.',
        }),
      ),
    }),
    response: SourceImport,
    staged: true,
    errors: [400],
  },
})
