// Checks the size of a list or map before its entries, so that an oversized list is rejected at once.
import type Type from 'typebox'

export interface FieldError {
  path: string
  message: string
}

/** Returns the error for the first list or map that is too long. */
export type Measure = (value: unknown) => FieldError | undefined

interface Shape {
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  maxItems?: number
  'x-maxItems'?: number
  maxProperties?: number
}

/** `x-maxItems` applies after deduplication, so a list in a request may be this many times as long. */
const REPEATS = 4

/** Returns undefined if the schema has no list or map with a limit. */
export const measure = (schema: Type.TSchema): Measure | undefined => build(schema as Shape)

/** The maximum number of entries before deduplication. */
export const mostGiven = ({ maxItems, 'x-maxItems': folded }: Shape): number | undefined =>
  maxItems ?? (folded === undefined ? undefined : folded * REPEATS)

function build(shape: Shape): Measure | undefined {
  if (shape.anyOf) return first(shape.anyOf.flatMap(branch => build(branch) ?? []))
  if (shape.properties) return fields(shape.properties)
  if (shape.patternProperties) return map(shape.maxProperties)
  return shape.items ? list(shape, build(shape.items)) : undefined
}

function first(measures: Measure[]): Measure | undefined {
  if (measures.length <= 1) return measures[0]
  return value => {
    for (const each of measures) {
      const fault = each(value)
      if (fault) return fault
    }
    return undefined
  }
}

function fields(properties: Record<string, Shape>): Measure | undefined {
  const measured = Object.entries(properties).flatMap(([name, shape]) => {
    const inner = build(shape)
    return inner ? [{ name, inner }] : []
  })
  if (measured.length === 0) return undefined
  return value => {
    if (typeof value !== 'object' || value === null) return undefined
    for (const { name, inner } of measured) {
      const fault = inner((value as Record<string, unknown>)[name])
      if (fault) return below(name, fault)
    }
    return undefined
  }
}

function map(most: number | undefined): Measure | undefined {
  if (most === undefined) return undefined
  return value =>
    typeof value === 'object' && value !== null && Object.keys(value).length > most
      ? tooMany(most)
      : undefined
}

function list(shape: Shape, inner: Measure | undefined): Measure | undefined {
  const most = mostGiven(shape)
  if (most === undefined && !inner) return undefined
  return value => {
    if (!Array.isArray(value)) return undefined
    if (most !== undefined && value.length > most)
      return tooMany(shape.maxItems ?? shape['x-maxItems'] ?? most)
    if (!inner) return undefined
    for (const [at, entry] of value.entries()) {
      const fault = inner(entry)
      if (fault) return below(String(at), fault)
    }
    return undefined
  }
}

const tooMany = (most: number): FieldError => ({
  path: '',
  message: `must not have more than ${most} entries`,
})

const below = (name: string, { path, message }: FieldError): FieldError => ({
  path: path ? `${name}.${path}` : name,
  message,
})
