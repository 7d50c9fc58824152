// Serialisers compiled from response schemas: they write only what the contract declares, and write it fast.
import fastJson from 'fast-json-stringify'
import type Type from 'typebox'

type Json = Record<string, unknown>

type Serializer = (value: unknown) => string

/** Compiled on first use, so that a start does not pay for routes that nobody calls. */
export function lazySerializer(schema: Type.TSchema): Serializer {
  let compiled: Serializer | undefined
  return value => {
    compiled ??= compile(schema as unknown as Json)
    return compiled(value)
  }
}

function compile(schema: Json): Serializer {
  const { anyOf } = schema
  return Array.isArray(anyOf) && anyOf.every(branch => branch.type === 'object')
    ? oneOfObjects(anyOf)
    : fastJson(forSerialiser(schema) as fastJson.AnySchema)
}

/** An answer of one form or another is known by the fields that it must have; nothing needs to be validated for that. */
function oneOfObjects(branches: Json[]): Serializer {
  const forms = branches.map(branch => ({
    fields: (branch['required'] ?? []) as string[],
    write: compile(branch),
  }))
  return value => {
    const form = forms.find(each => each.fields.every(field => field in (value as Json)))
    if (!form) throw new Error('The answer has none of the forms that the contract names.')
    return form.write(value)
  }
}

// Texts of these formats are made by the server and hold nothing that JSON must escape.
const PLAIN = new Set(['uuid', 'date-time', 'date', 'time-of-day', 'colour'])

/** The same schema in the serialiser's dialect: `nullable` instead of a union with null, `unsafe` for plain texts. */
function forSerialiser(schema: Json): Json {
  const { type, format, anyOf, items, properties, required, patternProperties, additionalProperties } = schema
  if (Array.isArray(anyOf)) return union(anyOf as Json[])
  if (schema['const'] !== undefined) return { const: schema['const'] }
  const plain = type === 'string' && (PLAIN.has(String(format)) || Array.isArray(schema['enum']))
  return {
    type,
    ...(plain && { format: 'unsafe' }),
    ...(items !== undefined && { items: forSerialiser(items as Json) }),
    ...(properties !== undefined && { properties: eachSchema(properties as Json) }),
    ...(required !== undefined && { required }),
    ...(patternProperties !== undefined && { patternProperties: eachSchema(patternProperties as Json) }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  }
}

const eachSchema = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, forSerialiser(schema as Json)]))

function union(branches: Json[]): Json {
  const real = branches.filter(branch => branch['type'] !== 'null')
  const nullable = real.length < branches.length
  if (real.length === 1) return { ...forSerialiser(real[0] ?? {}), ...(nullable && { nullable: true }) }
  return { anyOf: branches.map(forSerialiser) }
}
