// Shared schemas: ids, instants, texts, colors, scopes, errors.
import Type from 'typebox'
import { isLongerThan, isStorable } from './validation/formats.ts'
import { parseInstant } from './validation/instant.ts'
import { ianaZone } from './validation/zone-name.ts'

export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A field of a PATCH or create body that may be absent or null. */
export const Clearable = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** One of a fixed set of strings. */
export const OneOf = <const T extends readonly string[]>(values: T, options: Type.TSchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

/** One of a fixed set of strings, not case-sensitive; decoded to the spelling in the list. */
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

/** A list without repetitions and with at least one entry. */
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

// ids

export const Uuid = Type.String({ format: 'uuid' })
/** An id in a request; not case-sensitive, stored in lowercase. */
export const UuidIn = Type.Codec(Uuid)
  .Decode(text => text.toLowerCase())
  .Encode(text => text)
/** The client may choose the id of a new item, so that it can use the id before the server responds. */
export const ChosenId = Type.Codec(
  Type.Refine(
    Uuid,
    text => CHOSEN.test(String(text)),
    () => 'must be a UUID of version 4 or 7',
  ),
)
  .Decode(text => text.toLowerCase())
  .Encode(text => text)
const CHOSEN = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const UserId = Type.String({ minLength: 1, maxLength: 255, format: 'storable' })

/** A list of ids in a request; deduplicated before the limit applies. */
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

/** The version of an item that others may read, too. Only its owner gets it. */
export const OwnVersion = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'The log position of its last change; 0 if none is recorded. Present only on your own items.',
  }),
)

// time

/** An instant in a response. */
export const Timestamp = Type.String({ format: 'date-time' })
/** An instant in a request, decoded to epoch milliseconds. */
export const Instant = Type.Codec(Type.String({ format: 'instant' }))
  .Decode(text => parseInstant(text) ?? Number.NaN)
  .Encode(ms => new Date(ms).toISOString())
/** One end of a range: an instant, or a date, which means midnight in the time zone of the request. */
export const DateFilter = Type.String({ format: 'date-filter' })
/** An instant, or the date of an all-day item. The server parses it, because its meaning depends on other fields. */
export const InstantOrDate = Type.String({ format: 'date-filter' })
export const DateOnly = Type.String({ format: 'date' })
export const TimeOfDay = Type.String({ format: 'time-of-day' })
export const Zone = Type.String({ format: 'zone' })
export const IanaZone = Type.Codec(Type.String({ format: 'iana-zone' }))
  .Decode(text => ianaZone(text) ?? text)
  .Encode(text => text)

// texts

/** A title or name: trimmed, then 1 to `most` characters. */
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
/** A text of up to `most` characters, kept as it is. */
export const LongText = (most: number) =>
  Type.Refine(
    Type.String({ 'x-maxLength': most, format: 'storable' }),
    text => !isStorable(String(text)) || !isLongerThan(String(text), most),
    () => `must not have more than ${most} characters`,
  )
export const Description = LongText(10_000)
/** `#RRGGBB`, stored in uppercase. */
export const Color = Type.Codec(Type.String({ format: 'color', examples: ['#4F86C6'] }))
  .Decode(text => text.toUpperCase())
  .Encode(text => text)
export const ColorOut = Type.String({ format: 'color', examples: ['#4F86C6'] })

// lists and responses

export const Scope = OneOf(['mine', 'shared', 'all'])
export type Scope = Type.Static<typeof Scope>

/** Selects whose public items are included in the scopes `shared` and `all`. */
export const PublicFrom = OneOf(['anyone', 'friends'])
export type PublicFrom = Type.Static<typeof PublicFrom>

/** Query parameters of every list of shareable items. */
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
            'With 422: the errors, field by field. With 400 of a bulk request: item by item. With 401 of a sign-in: `code`, if a code is missing or wrong.',
        },
      ),
    ),
    retry_after: Type.Optional(Type.Integer({ description: 'With 429: seconds to wait.' })),
    code: Type.Optional(
      Type.String({
        description:
          'For programs, where the status alone does not tell causes apart, such as `mail_unavailable`.',
      }),
    ),
    seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'With 410 of `GET /v1/changes`: the current position of the log.',
      }),
    ),
  },
  { title: 'Error' },
)
export type ErrorBody = Type.Static<typeof ErrorBody>

const MAX_PAGE = 500

/** Query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE })),
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
}

/** Query parameters of a list, with its default page size in the description of `limit`. */
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
