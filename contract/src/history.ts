// History, undo and trash present the change log to people.
import Type from 'typebox'
import { ChangeAction, Via } from './changes.ts'
import { CHANGE_KINDS } from './constants.ts'
import { routeGroup } from './route.ts'
import { DateFilter, Nullable, Ok, OneOf, pageQueryOf, Timestamp, UserId, Uuid, UuidIn } from './words.ts'

/** The default page size. */
export const HISTORY_LIMIT = 100

export const HistoryEntry = Type.Object(
  {
    kind: OneOf(CHANGE_KINDS),
    id: Type.String(),
    action: ChangeAction,
    title: Nullable(Type.String()),
    changed: Type.Record(
      Type.String(),
      Type.Object(
        { before: Type.Unknown(), after: Type.Unknown() },
        {
          description:
            'The values of one field. For a list such as `tag_ids`, `before` contains the removed entries and `after` the added ones.',
        },
      ),
    ),
  },
  { title: 'HistoryEntry' },
)
export type HistoryEntry = Type.Static<typeof HistoryEntry>

export const HistoryItem = Type.Object(
  {
    batch_id: Uuid,
    at: Timestamp,
    via: Via,
    token_name: Nullable(Type.String()),
    summary: Type.String({ description: 'One short English sentence that describes the change.' }),
    entries: Type.Array(HistoryEntry),
    undoable: Type.Boolean(),
    undone_by: Nullable(Uuid),
    more_entries: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'How many entries are left out in the middle. Only for a change of more than 1,000 entries or 8 MiB.',
      }),
    ),
  },
  { title: 'HistoryItem' },
)
export type HistoryItem = Type.Static<typeof HistoryItem>

const params = Type.Object({ batch_id: UuidIn })

export const historyRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/history',
    summary: 'Read the history, latest first',
    description:
      'One item for each request that changed something. Filter by `kind`, `resource_id`, period and `via`.',
    query: Type.Object({
      kind: Type.Optional(OneOf(CHANGE_KINDS)),
      resource_id: Type.Optional(UserId),
      start_date: Type.Optional(DateFilter),
      end_date: Type.Optional(DateFilter),
      via: Type.Optional(Via),
      ...pageQueryOf(HISTORY_LIMIT),
    }),
    response: Type.Array(HistoryItem),
    list: true,
  },
  undo: {
    method: 'POST',
    path: '/history/{batch_id}/undo',
    staged: true,
    summary: 'Undo the changes of one request',
    description:
      'Reverts the changes of the batch and returns a new batch; undo that one to redo. 409 with the reason if a later change affected the same fields, if something required was deleted, or if the batch was already undone.',
    params,
    response: HistoryItem,
    errors: [404, 409],
  },
  trash: {
    method: 'GET',
    path: '/trash',
    summary: 'List deletions that can be restored, latest first',
    description: 'Deletions can be restored for 30 days. Items have the same form as in the history.',
    query: Type.Object(pageQueryOf(HISTORY_LIMIT)),
    response: Type.Array(HistoryItem),
    list: true,
  },
  restore: {
    method: 'POST',
    path: '/trash/{batch_id}/restore',
    staged: true,
    summary: 'Restore a deletion',
    description: 'Everything that was deleted comes back with its old id, tags, sharing and links.',
    params,
    response: HistoryItem,
    errors: [404, 409],
  },
  erase: {
    method: 'DELETE',
    path: '/trash/{batch_id}',
    staged: true,
    summary: 'Erase a deletion from the trash permanently',
    description:
      'Removes the stored content, including older history of the same resources. This cannot be undone.',
    params,
    response: Ok,
    errors: [404],
  },
  empty: {
    method: 'DELETE',
    path: '/trash',
    staged: true,
    summary: 'Empty the trash',
    description: 'Permanently erases every deletion in the trash.',
    response: Ok,
  },
})
