// Reads and writes query strings. Text becomes a number or boolean only in query strings, never in bodies.
import type Type from 'typebox'

interface Shape {
  type?: unknown
  items?: Shape
  properties?: Record<string, Shape>
}

/**
 * Converts parameters to the types in the schema. Leaves text that does not match its type unchanged, so that the
 * validator reports it.
 */
export function readQuery(schema: Type.TObject, search: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries((schema as Shape).properties ?? {})) {
    const texts = search.getAll(name)
    if (texts.length === 0) continue
    if (shape.type === 'array') values[name] = texts.map(text => coerce(shape.items ?? {}, text))
    // The last value of a repeated parameter applies.
    else values[name] = coerce(shape, texts.at(-1) ?? '')
  }
  return values
}

function coerce(shape: Shape, text: string): unknown {
  if (shape.type === 'integer' || shape.type === 'number')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (shape.type === 'boolean') return truth.get(text.toLowerCase()) ?? text
  return text.replace(LOST_PLUS, '$1+$2')
}

/** Matches a datetime with an offset whose unescaped plus sign arrived as a space. */
const LOST_PLUS = /^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:[\d:.,]{2,24}) (\d{2}:?(?:\d{2})?)$/

const truth = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Returns the query string, with its question mark. Omits absent values and repeats the parameter for lists. */
export function writeQuery(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  const text = search.toString()
  return text && `?${text}`
}
