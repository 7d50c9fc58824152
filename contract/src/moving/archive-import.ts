// Imports an archive from `GET /v1/account/export`.
import Type from 'typebox'
import { moved } from '../calendars/imports.ts'
import { routeGroup } from '../route.ts'
import { OneOf, Uuid } from '../words.ts'

export const ARCHIVE_MODES = ['merge', 'replace'] as const
export type ArchiveMode = (typeof ARCHIVE_MODES)[number]

export const ARCHIVE_KINDS = [
  'tag_group',
  'tag',
  'todo',
  'schedule',
  'timer',
  'focus',
  'meeting',
  'preferences',
] as const

const whole = (description: string) => Type.Integer({ minimum: 0, description })
const Mode = (description: string) => OneOf(ARCHIVE_MODES, { description })

export const ArchiveImport = Type.Object(
  {
    dry_run: Type.Boolean({ description: 'Whether nothing was written.' }),
    mode: Mode('How the archive was combined with your data.'),
    kinds: Type.Array(
      Type.Object({
        kind: OneOf(ARCHIVE_KINDS, { description: 'The kind of item.' }),
        created: whole('New items.'),
        updated: whole('Your items that the archive changes.'),
        unchanged: whole('Your items that are the same or newer than in the archive.'),
        deleted: whole('Items that are not in the archive. Only deleted with `mode=replace`.'),
      }),
      { description: 'What happens to the items of each kind.' },
    ),
    moved,
    skipped: whole('Rows with a problem, which were left out or imported without a link.'),
    problems: Type.Array(
      Type.Object({
        file: Type.String({ description: 'The file in the archive.' }),
        line: Type.Integer({ minimum: 1, description: 'The line number in the file.' }),
        message: Type.String({ description: 'One sentence.' }),
        title: Type.Union([Type.String(), Type.Null()], {
          description: 'The title of the item; null if it has none.',
        }),
      }),
      { description: 'The first 100 problems.' },
    ),
    not_imported: Type.Array(
      Type.Object({
        file: Type.String({ description: 'The file in the archive.' }),
        rows: whole('How many rows it has.'),
      }),
      { description: 'Your account records on the old server, and its history. They cannot be moved.' },
    ),
    batch_id: Type.Union([Uuid, Type.Null()], {
      description: 'The change log batch that undoes the whole import; null if nothing was written.',
    }),
  },
  { title: 'ArchiveImport' },
)
export type ArchiveImport = Type.Static<typeof ArchiveImport>

export const ArchiveImportState = Type.Object(
  {
    running: Type.Boolean({ description: 'Whether one of your imports is running.' }),
    done: whole('The number of items written so far.'),
    total: whole('The number of items to write; 0 while the archive is being read.'),
  },
  { title: 'ArchiveImportState' },
)
export type ArchiveImportState = Type.Static<typeof ArchiveImportState>

export const archiveImportRoutes = routeGroup({
  upload: {
    method: 'POST',
    path: '/account/import',
    stores: true,
    upload: 'application/zip',
    summary: 'Import an archive of your data',
    description:
      "The body is an archive from `GET /v1/account/export` on this or another server, or a form (`multipart/form-data`) that contains it; at most 500 MB, unless the server is set up otherwise. A line of a file may have 1 MiB. After an import into an empty account, the next export is identical to the archive, except for the time in the manifest, and for todos that had to move up (`moved`). An archive of more than 1,000 items is written in steps; such an import may respond with 202 and a job. With `mode=merge`, an existing item is changed only if the archive has a later change, and preferences that you have set stay. With `mode=replace`, everything that is not in the archive is deleted. Items keep their ids, unless an id belongs to another person. The whole import is one batch in the change log and can be undone at once; importing again changes nothing. An invalid row is left out and reported. Not imported: sessions, tokens, friends, other people's answers, notifications, webhooks, feeds, subscriptions and the history. 400 if the file is not an archive or is damaged, 413 or 422 if it exceeds a limit, which the answer names, 503 if the server is reading other files for too long. Nothing is imported if you would exceed a quota. Not available to personal access tokens.",
    query: Type.Object({
      mode: Type.Optional(Mode('`merge` by default.')),
      dry_run: Type.Optional(
        Type.Boolean({ description: 'If true, writes nothing and only reports what an import would do.' }),
      ),
    }),
    response: ArchiveImport,
    staged: true,
    errors: [400],
  },
  progress: {
    method: 'GET',
    path: '/account/import',
    summary: 'Read the progress of your import',
    description:
      'The import request itself responds when it has finished. If the server has several instances, only the importing one knows the progress. Not available to personal access tokens.',
    response: ArchiveImportState,
  },
})
