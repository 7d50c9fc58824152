// A bulk request applies one change to many items of one kind.
import Type from 'typebox'
import { MAX_BULK_ITEMS } from '../constants.ts'
import { Clearable, InstantOrDate, OneOf, TagIds, Uuid, UuidIn, UuidSet, Version } from '../words.ts'

const ids = UuidSet(MAX_BULK_ITEMS)
const atomic = Clearable(Type.Boolean())

/** Every change may have these fields in addition to those of a PATCH body. */
const more = {
  delete: Type.Optional(Type.Literal(true)),
  add_tag_ids: Type.Optional(TagIds),
  remove_tag_ids: Type.Optional(TagIds),
}

export const bulkChange = <Fields extends Type.TProperties>(fields: Fields, title: string) =>
  Type.Object({ ...fields, ...more }, { title })

export const bulkBody = <Change extends Type.TSchema>(change: Change, title: string) =>
  Type.Object({ ids, change, atomic }, { title })

const Occurrence = Type.Object({ id: UuidIn, instance_start: InstantOrDate }, { title: 'BulkOccurrence' })

/** Also accepts occurrences of series by `instance_start`, because they have no id of their own. */
export const bulkBodyWithOccurrences = <Change extends Type.TSchema>(change: Change, title: string) =>
  Type.Object(
    {
      ids: Clearable(ids),
      occurrences: Clearable(Type.Array(Occurrence, { 'x-maxItems': MAX_BULK_ITEMS })),
      change,
      atomic,
    },
    { title },
  )

export const BulkResult = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Uuid,
        version: Version,
      }),
      { description: 'The items that were changed or deleted, parents before their children.' },
    ),
    failed: Type.Array(
      Type.Object({
        id: Uuid,
        instance_start: Type.Optional(
          Type.String({ description: 'The occurrence, as sent in the request.' }),
        ),
        status: Type.Integer({
          description: 'The status that a single request would return, such as 404.',
        }),
        detail: Type.String({ description: 'One English sentence, safe to show.' }),
      }),
      { description: 'With `atomic: false`: the items that were not changed, and why.' },
    ),
  },
  { title: 'BulkResult' },
)
export type BulkResult = Type.Static<typeof BulkResult>

export const SeriesEnd = Type.Object({
  series: Type.Optional(
    OneOf(['end'], { description: '`end`: completing or canceling creates no further round.' }),
  ),
})

export const BULK =
  'One transaction, one batch in the change log, one undo. At most 1,000 items; a repeated id counts once. `change` is a PATCH body, or `{"delete": true}`; `add_tag_ids` and `remove_tag_ids` change the tags of each item instead of replacing them. Every item follows the rules of a single PATCH or DELETE. If an item fails, nothing is changed, and the 400 names each failed item in `errors`. With `atomic: false` the other items are changed, and `failed` names the rest.'
