// Applies codecs and drops unknown fields, compiled once per schema. TypeBox's own `Decode` is much slower, because it
// clones, cleans and validates again.
import type Type from 'typebox'
import { Compile } from 'typebox/compile'

export type Decode = (value: unknown) => unknown

interface Shape {
  type?: unknown
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  additionalProperties?: unknown
  '~codec'?: { decode: Decode }
}

/** Returns the decoder for a schema. Values must have been validated with the same schema. */
export const decoder = (schema: Type.TSchema): Decode => build(schema as Shape)

const same: Decode = value => value

function build(schema: Shape): Decode {
  const inner = structure(schema)
  const codec = schema['~codec']
  if (!codec) return inner
  return inner === same ? codec.decode : value => codec.decode(inner(value))
}

function structure(schema: Shape): Decode {
  const foreign = ['allOf', 'oneOf', 'not', '$ref', 'prefixItems', 'if'].find(word => word in schema)
  if (foreign !== undefined || Array.isArray(schema.items)) {
    throw new Error(
      `The decoder does not support "${foreign ?? 'items'}". Add support before a contract uses it.`,
    )
  }
  if (schema.anyOf) return union(schema.anyOf)
  if (schema.properties) return object(schema.properties, schema.additionalProperties === true)
  if (schema.patternProperties) return record(schema.patternProperties)
  if (schema.items) return array(build(schema.items))
  return same
}

function object(properties: Record<string, Shape>, open: boolean): Decode {
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, decode: build(schema) }))
  return value => {
    const given = value as Record<string, unknown>
    const result: Record<string, unknown> = open ? { ...given } : {}
    for (const { name, decode } of fields) {
      const field = given[name]
      if (field !== undefined) result[name] = decode(field)
    }
    return result
  }
}

/** Returns a decoder for maps. It drops keys that do not match the pattern. */
function record(patterns: Record<string, Shape>): Decode {
  const [pattern = '', schema = {}] = Object.entries(patterns)[0] ?? []
  const keys = new RegExp(pattern)
  const decode = build(schema)
  return value =>
    Object.fromEntries(
      Object.entries(value as object)
        // Copying `__proto__` could change a prototype. TypeBox drops it too.
        .filter(([key]) => keys.test(key) && key !== '__proto__')
        .map(([key, each]) => [key, decode(each)]),
    )
}

const array = (decode: Decode): Decode => (decode === same ? same : value => (value as unknown[]).map(decode))

function union(branches: Shape[]): Decode {
  const decoders = branches.map(build)
  if (decoders.every(decode => decode === same)) return same
  const real = branches.filter(branch => branch.type !== 'null')
  const [only] = real
  if (only && real.length === 1) {
    const decode = build(only)
    return value => (value === null ? null : decode(value))
  }
  const checks = branches.map(branch => Compile(branch as Type.TSchema))
  return value => {
    const at = checks.findIndex(check => check.Check(value))
    return (decoders[at] ?? same)(value)
  }
}
