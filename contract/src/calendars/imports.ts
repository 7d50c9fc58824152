// Imports iCalendar files. Imports from other programs are in moving/source-imports.ts.
import Type from 'typebox'
import { MAX_TODO_LEVELS } from '../constants.ts'
import { routeGroup } from '../route.ts'
import { OneOf, Uuid, UuidIn } from '../words.ts'

export const IMPORT_LOSSES = [
  'attendees',
  'attachments',
  'long_titles',
  'long_descriptions',
  'journals',
  'free_busy',
  'other_components',
  'comments',
  'assignees',
  'sections',
  'dates',
  'repeats',
  'reminders',
  'notes',
  'links',
  'billing',
  'running_entries',
  'times_of_day',
] as const
export type ImportLossKind = (typeof IMPORT_LOSSES)[number]

const whole = (description: string) => Type.Integer({ minimum: 0, description })

const Counts = Type.Object(
  {
    created: whole('New items.'),
    updated: whole('Existing items that the file changes.'),
    unchanged: whole('Existing items with the same content.'),
  },
  { title: 'ImportCounts' },
)

/** Todos of a file that would have been deeper than a tree may be. */
export const MovedTodos = Type.Object(
  {
    count: whole('How many there are.'),
    titles: Type.Array(Type.String(), { description: 'The titles of the first 100.' }),
  },
  { title: 'MovedTodos' },
)
export type MovedTodos = Type.Static<typeof MovedTodos>

export const moved = Type.Union([MovedTodos], {
  description: `Todos that would have been on a level below ${MAX_TODO_LEVELS}. They are imported below their deepest ancestor that may have subtodos.`,
})

export const ImportResult = Type.Object(
  {
    dry_run: Type.Boolean({ description: 'Whether nothing was written.' }),
    schedules: Type.Union([Counts], { description: 'What happens to the schedules.' }),
    todos: Type.Union([Counts], { description: 'What happens to the todos.' }),
    new_tags: Type.Array(Type.String(), {
      description:
        'Categories that become tags in the group “Imported”, because you do not have these tags yet.',
    }),
    moved,
    skipped: whole('Components that were not imported because of a problem.'),
    losses: Type.Array(
      Type.Object({
        what: OneOf(IMPORT_LOSSES, {
          description: 'Data that Daymark does not show, or shows only in part.',
        }),
        count: whole('How many components contain it.'),
        kept: Type.Boolean({
          description: 'True if the data is stored and returned to calendar apps; false if it is dropped.',
        }),
      }),
      { description: 'The data that Daymark cannot show.' },
    ),
    problems: Type.Array(
      Type.Object({
        line: Type.Integer({ minimum: 1, description: 'The line number in the file.' }),
        message: Type.String({ description: 'One sentence.' }),
        title: Type.Union([Type.String(), Type.Null()], {
          description: 'The title of the component; null if it cannot be read.',
        }),
      }),
      { description: 'The first 100 problems, in file order.' },
    ),
    batch_id: Type.Union([Uuid, Type.Null()], {
      description: 'The change log batch that undoes the whole import; null if nothing was written.',
    }),
  },
  { title: 'ImportResult' },
)
export type ImportResult = Type.Static<typeof ImportResult>

/** Also part of `importRoutes`, which adds imports from other programs. */
export const icsImportRoutes = routeGroup({
  ics: {
    method: 'POST',
    path: '/import/ics',
    stores: true,
    needs: { area: 'schedules', access: 'write' },
    upload: 'text/calendar',
    summary: 'Import an iCalendar file',
    description:
      'The body is the file (`text/calendar`), or a form (`multipart/form-data`) with one file; at most 20 MB. More than 1,000 entries are written in steps; such an import may respond with 202 and a job. Events become schedules, tasks become todos. Importing the same file again changes nothing: entries are recognized by their `UID` and `RECURRENCE-ID`. An invalid component is skipped and reported; the others are imported. The whole import is one batch in the change log. 400 if the file is not a calendar. 413 or 422 if it exceeds a limit, which the answer names: 20 MB, 5 million lines and properties, or the memory and time for reading it. 503 if the server is reading other files for too long. A personal access token needs `schedules:write`, and `todos:write` for tasks (403); without `tags:write`, unknown categories are kept but do not become tags.',
    query: Type.Object({
      dry_run: Type.Optional(
        Type.Boolean({ description: 'If true, writes nothing and only reports what an import would do.' }),
      ),
      tag_group_id: Type.Optional(
        Type.Union([UuidIn], {
          description:
            'The todo group for new todos. The default is the group in your preferences, or else the group “Imported”.',
        }),
      ),
    }),
    response: ImportResult,
    staged: true,
    errors: [400],
  },
})
