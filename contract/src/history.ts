// History, undo and trash on the wire: the change log as a person reads it.
import Type from 'typebox'
import { CHANGE_KINDS, ChangeAction, Via } from './changes.ts'
import { routeGroup } from './route.ts'
import { DateFilter, Nullable, Ok, OneOf, pageQuery, Timestamp, Uuid, UuidIn } from './words.ts'

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
            'Values of one field. For a list such as `tag_ids`, `before` contains the removed entries and `after` the added ones.',
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
    summary: Type.String({ description: 'One short English sentence that says what was done.' }),
    entries: Type.Array(HistoryEntry),
    undoable: Type.Boolean(),
    undone_by: Nullable(Uuid),
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
      'One item per request that changed something. Filters: `kind`, `resource_id` (items that affected it), a period, and `via`.',
    query: Type.Object({
      kind: Type.Optional(OneOf(CHANGE_KINDS)),
      resource_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      start_date: Type.Optional(DateFilter),
      end_date: Type.Optional(DateFilter),
      via: Type.Optional(Via),
      ...pageQuery,
    }),
    response: Type.Array(HistoryItem),
    list: true,
  },
  undo: {
    method: 'POST',
    path: '/history/{batch_id}/undo',
    summary: 'Undo the changes of one request',
    description:
      'Restores what the batch changed, in a new batch, which is the response; undoing that one is redo. 409 with the reason if a later change affected the same fields, if something required was deleted, or if it was already undone.',
    params,
    response: HistoryItem,
    errors: [404, 409],
  },
  trash: {
    method: 'GET',
    path: '/trash',
    summary: 'List deletions that can be restored, latest first',
    description: 'Kept for 30 days. The items have the form of the history.',
    query: Type.Object(pageQuery),
    response: Type.Array(HistoryItem),
    list: true,
  },
  restore: {
    method: 'POST',
    path: '/trash/{batch_id}/restore',
    summary: 'Restore a deletion',
    description: 'Undoes it: everything comes back with its old id, tags, sharing and links.',
    params,
    response: HistoryItem,
    errors: [404, 409],
  },
  erase: {
    method: 'DELETE',
    path: '/trash/{batch_id}',
    summary: 'Erase a deletion from the trash permanently',
    description:
      'Removes the stored content, from older history items of the same resources too. This cannot be undone.',
    params,
    response: Ok,
    errors: [404],
  },
  empty: {
    method: 'DELETE',
    path: '/trash',
    summary: 'Empty the trash',
    description: 'Erases every deletion in it permanently.',
    response: Ok,
  },
})
