// Converts the schemas of the contract to plain JSON Schema: titled schemas become components, and custom formats
// become standard keywords.
import { FIELD_DESCRIPTIONS } from './field-descriptions.ts'

export type Json = Record<string, unknown>

/** Copies a schema as plain JSON Schema and moves every titled schema to the components. */
export function publish(schema: object, schemas: Json): Json {
  const plain = plainCopy(schema, schemas)
  const { title } = schema as Json
  if (typeof title !== 'string') return plain
  schemas[title] = plain
  return { $ref: `#/components/schemas/${title}` }
}

// Describes the validator's custom formats with keywords that every OpenAPI tool knows.
const FORMATS: Record<string, Json> = {
  instant: { format: 'date-time', description: 'ISO 8601; UTC if there is no offset.' },
  'date-filter': { description: 'YYYY-MM-DD or ISO 8601 with an offset.' },
  'time-of-day': { pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' },
  color: { pattern: '^#[0-9A-Fa-f]{6}$' },
  zone: { description: 'UTC, +HH:MM or an IANA name.' },
  'iana-zone': { description: 'An IANA time zone.' },
  storable: {},
}

function plainCopy(value: unknown, schemas: Json): Json {
  const copy: Json = {}
  for (const [key, each] of Object.entries(value as Json)) {
    if (key === 'format' && typeof each === 'string' && each in FORMATS)
      Object.assign(copy, FORMATS[each], copy)
    else if (key === 'properties') copy[key] = properties(each as Json, schemas)
    // The `x-` prefix marks keywords that our own code checks, for example after trimming. It is not published.
    else copy[key.startsWith('x-') ? key.slice(2) : key] = plainValue(each, schemas)
  }
  return copy
}

/** A field without a description gets the description of its non-null value, or else the default for its name. */
const properties = (fields: Json, schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, described(name, field as Json, schemas)]),
  )

export function described(name: string, schema: Json, schemas: Json): Json {
  const field = publish(schema, schemas)
  const words = descriptionOfValue(schema) ?? FIELD_DESCRIPTIONS[name]
  if (field['description'] !== undefined || words === undefined) return field
  return { ...field, description: words }
}

/**
 * Returns the description of the value if only one non-null type is possible. Returns undefined if this type is a
 * component, because a component has its own description.
 */
function descriptionOfValue({ anyOf = [] }: { anyOf?: Json[] }): unknown {
  const [value, ...others] = anyOf.filter(({ type }) => type !== 'null')
  return others.length > 0 || value?.['title'] !== undefined ? undefined : value?.['description']
}

/** Copies a schema as one plain JSON Schema, without components, titles or default descriptions. */
export function inline(schema: object): Json {
  const copy: Json = {}
  for (const [key, each] of Object.entries(schema)) {
    if (key === 'title' && typeof each === 'string') continue
    if (key === 'format' && typeof each === 'string' && each in FORMATS)
      Object.assign(copy, FORMATS[each], copy)
    else if (key === 'properties')
      copy[key] = Object.fromEntries(
        Object.entries(each as Record<string, object>).map(([name, field]) => [name, inline(field)]),
      )
    else copy[key.startsWith('x-') ? key.slice(2) : key] = inlineValue(each)
  }
  return copy
}

function inlineValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlineValue)
  return value && typeof value === 'object' ? inline(value) : value
}

function plainValue(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map(each => plainValue(each, schemas))
  if (value && typeof value === 'object') return publish(value, schemas)
  return value
}
