// Schemas and route of imports from other programs.
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
    source: OneOf(SOURCES, { description: 'The program whose export the file is.' }),
    timezone: Type.String({
      description:
        'The zone in which times without a zone were read: `timezone`, or that of your preferences.',
    }),
    timers: Type.Union([ImportResult.properties.todos], {
      description: 'What happens to measured times, which become completed timers.',
    }),
    columns: Type.Array(Type.String(), {
      description: 'The header of a table of an unknown program, for `columns`; otherwise empty.',
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
      'The body is the file, or a form (`multipart/form-data`) with it; at most 20 MB and 10,000 entries. `todoist`: CSV, ZIP backup or JSON. `ticktick`: CSV. `toggl`: CSV or JSON. `vikunja`: ZIP or JSON. `super_productivity`: JSON. `google`: Takeout (ZIP), Tasks.json or calendars. `csv`: a table of another program. `auto` recognizes the program. Lists become todo groups, tasks become todos, measured times become completed timers, and labels become tags of the group “Imported”. Importing again changes only what has changed in the file. A row that cannot be read is reported with its line; the others are imported. Everything is one batch of the change log, so that it can be undone as a whole. 400 if the file is not such an export. A personal access token needs `todos:write`, and `timers:write` or `schedules:write` for such entries.',
    params: Type.Object({ source: OneOf(['auto', ...SOURCES], { description: 'The program, or `auto`.' }) }),
    query: Type.Object({
      dry_run: Type.Optional(
        Type.Boolean({ description: 'If true, only says what an import would do and writes nothing.' }),
      ),
      timezone: Type.Optional(IanaZone),
      name: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The name of the file; names the list if the file has none.',
        }),
      ),
      columns: Type.Optional(
        Type.String({
          maxLength: 4_000,
          description:
            'For tables: a JSON object with the column of each field, such as `{"title":"Task","due":"When"}`. Fields: title, notes, list, due, done, priority, tags, estimate, start, end, duration, id. A column that the table does not have is refused; an empty name means no column. Other fields are recognized by their names.',
        }),
      ),
    }),
    response: SourceImport,
    errors: [400],
  },
})
