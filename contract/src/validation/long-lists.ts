// Finds invalid entries in long lists with compiled checks, because TypeBox's `Errors` is slow even for valid entries.
import type Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { mostGiven } from './bounds.ts'

export type CompileError = ReturnType<Validator['Errors']>[number]

interface Shape {
  type?: unknown
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
}

interface Place {
  path: readonly string[]
  entry: Validator
}

const LONG = 100
const MAX_NAMED = 8

/**
 * Returns a function that finds the first errors in the first long list with invalid entries. It returns an empty list
 * if the errors are elsewhere.
 */
export function longListFaults(schema: Type.TSchema): (value: unknown) => CompileError[] {
  const places = placesIn(schema as Shape, [])
  return value => {
    for (const { path, entry } of places) {
      const list = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], value)
      const faults = Array.isArray(list) && list.length > LONG ? faultsIn(list, entry, path) : []
      if (faults.length > 0) return faults
    }
    return []
  }
}

/** Returns the lists in the schema that may be long. Ignores nested lists, because none in the contract is long. */
function placesIn(shape: Shape, path: readonly string[]): Place[] {
  if (shape.anyOf) return shape.anyOf.flatMap(branch => placesIn(branch, path))
  if (shape.properties) {
    return Object.entries(shape.properties).flatMap(([name, field]) => placesIn(field, [...path, name]))
  }
  const mayBeLong = shape.items && (mostGiven(shape) ?? 0) > LONG
  return mayBeLong ? [{ path, entry: Compile(shape.items as Type.TSchema) as Validator }] : []
}

function faultsIn(list: readonly unknown[], entry: Validator, path: readonly string[]): CompileError[] {
  const faults: CompileError[] = []
  for (const [at, value] of list.entries()) {
    if (entry.Check(value)) continue
    const place = [...path, at].map(name => `/${name}`).join('')
    for (const error of entry.Errors(value)) {
      faults.push({ ...error, instancePath: place + error.instancePath })
    }
    if (faults.length >= MAX_NAMED) break
  }
  return faults
}
