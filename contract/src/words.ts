import Type from 'typebox'
import { isLongerThan, isStorable } from './validation/formats.ts'
import { parseInstant } from './validation/instant.ts'
import { ianaZone } from './validation/zone-name.ts'

export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** May be absent or null in a request. */
export const Clearable = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema))

export const OneOf = <const T extends readonly string[]>(values: T, options: Type.TSchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/** Ignores case and decodes to the spelling in the list. */
export const OneOfAnyCase = <const T extends readonly string[]>(values: T) => {
  const folded = new Map(values.map(value => [value.toLowerCase(), value as T[number]]))
  return Type.Codec(
    Type.Refine(
      Type.Unsafe<T[number]>({ type: 'string', 'x-enum': values }),
      value => folded.has(String(value).toLowerCase()),
      () => `must be one of ${values.join(', ')}`,
    ),
  )
    .Decode(value => folded.get(String(value).toLowerCase()) ?? (value as T[number]))
    .Encode(value => value)
}

/** Removes duplicates and requires at least one entry. */
export const SomeOf = <T extends string>(schema: Type.TUnsafe<T>, most: number, description: string) =>
  Type.Codec(
    Type.Refine(
      Type.Array(schema, { 'x-minItems': 1, 'x-maxItems': most, description }),
      list => !Array.isArray(list) || list.length > 0,
      () => 'must contain at least one entry',
    ),
  )
    .Decode(list => [...new Set<T>(list)])
    .Encode(list => list)

export const Uuid = Type.String({ format: 'uuid' })
/** Accepts any case and decodes to lowercase. */
export const UuidIn = Type.Codec(Uuid)
  .Decode(text => text.toLowerCase())
  .Encode(text => text)
/** The id of a new item. A client that chooses it can use the item before the server responds. */
export const ChosenId = Type.Codec(
  Type.Refine(
    Uuid,
    text => CHOSEN.test(String(text)),
    () => 'must be a version 4 or version 7 UUID',
  ),
)
  .Decode(text => text.toLowerCase())
  .Encode(text => text)
const CHOSEN = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const UserId = Type.String({ minLength: 1, maxLength: 255, format: 'storable' })

/** Removes duplicates before the limit applies. */
export const UuidSet = (most: number) =>
  Type.Codec(
    Type.Refine(
      Type.Array(Uuid, { 'x-maxItems': most }),
      ids => !Array.isArray(ids) || new Set(ids.map(id => String(id).toLowerCase())).size <= most,
      () => `must not have more than ${most} entries`,
    ),
  )
    .Decode(ids => [...new Set(ids.map(id => id.toLowerCase()))])
    .Encode(ids => ids)
export const TagIds = UuidSet(100)

/** The version of an item that only its owner can read. */
export const Version = Type.Integer({ minimum: 0, description: 'The log position of its last change.' })

/** The version of an item that others may read too. Only the owner gets it. */
export const OwnVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'The log position of its last change; 0 if none is recorded. Present only on your own items.',
  }),
)

export const Timestamp = Type.String({ format: 'date-time' })
/** Decodes to epoch milliseconds. */
export const Instant = Type.Codec(Type.String({ format: 'instant' }))
  .Decode(text => parseInstant(text) ?? Number.NaN)
  .Encode(ms => new Date(ms).toISOString())
/**
 * One end of a range: an instant, or a date in the request's time zone. A date means its midnight, or its last
 * millisecond where the end is inclusive.
 */
export const DateFilter = Type.String({ format: 'date-filter' })
/** An instant, or an all-day item's date. The server parses it, because its meaning depends on other fields. */
export const InstantOrDate = Type.String({ format: 'date-filter' })
export const DateOnly = Type.String({ format: 'date' })
export const TimeOfDay = Type.String({ format: 'time-of-day' })
export const Zone = Type.String({ format: 'zone' })
export const IanaZone = Type.Codec(Type.String({ format: 'iana-zone' }))
  .Decode(text => ianaZone(text) ?? text)
  .Encode(text => text)

/** Trimmed, then 1 to `most` characters. */
export const Line = (most = 255) =>
  Type.Codec(
    Type.Refine(
      Type.String({ 'x-minLength': 1, 'x-maxLength': most, format: 'storable' }),
      text => {
        const trimmed = String(text).trim()
        return trimmed !== '' && !isLongerThan(trimmed, most)
      },
      () => `must have 1 to ${most} characters`,
    ),
  )
    .Decode(text => text.trim())
    .Encode(text => text)
export const Title = Line()
/** Up to `most` characters, not trimmed. */
export const LongText = (most: number) =>
  Type.Refine(
    Type.String({ 'x-maxLength': most, format: 'storable' }),
    text => !isStorable(String(text)) || !isLongerThan(String(text), most),
    () => `must not have more than ${most} characters`,
  )
export const Description = LongText(10_000)
/** Decodes to uppercase. */
export const Color = Type.Codec(Type.String({ format: 'color', examples: ['#4F86C6'] }))
  .Decode(text => text.toUpperCase())
  .Encode(text => text)
export const ColorOut = Type.String({ format: 'color', examples: ['#4F86C6'] })

export const Scope = OneOf(['mine', 'shared', 'all'])
export type Scope = Type.Static<typeof Scope>

/** Whose public items the scopes `shared` and `all` include. */
export const PublicFrom = OneOf(['anyone', 'friends'])
export type PublicFrom = Type.Static<typeof PublicFrom>

/** These query parameters select whose items a list contains. */
export const scopeQuery = { scope: Type.Optional(Scope), public_from: Type.Optional(PublicFrom) }

export const Ok = Type.Object({ ok: Type.Literal(true) }, { title: 'Ok' })

export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'One English sentence, safe to show.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String(),
          message: Type.String(),
          id: Type.Optional(Type.String({ description: 'In a bulk request: the item that failed.' })),
          instance_start: Type.Optional(
            Type.String({ description: 'In a bulk request: the occurrence that failed.' }),
          ),
        }),
        {
          description:
            'With 422: the errors, field by field. With 400 from a bulk request: item by item. With 401 from a sign-in: `code`, if a code is missing or wrong.',
        },
      ),
    ),
    retry_after: Type.Optional(Type.Integer({ description: 'With 429: seconds to wait.' })),
    code: Type.Optional(
      Type.String({
        description:
          'A machine-readable cause where the status alone is ambiguous, such as `mail_unavailable`.',
      }),
    ),
    seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'With 410 from `GET /v1/changes`: the current log position.',
      }),
    ),
  },
  { title: 'Error' },
)
export type ErrorBody = Type.Static<typeof ErrorBody>

const MAX_PAGE = 500

/** Every paginated list has these query parameters. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE })),
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
}

/** States the default page size in the description of `limit`. */
export const pageQueryOf = (usual: number) => ({
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE,
      description: `The maximum number of items on a page, 1 to ${MAX_PAGE}; ${usual} by default.`,
    }),
  ),
})
