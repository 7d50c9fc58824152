// Validates values with the schemas of the contract, for example REST bodies and WebSocket messages.
import type Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { type FieldError, measure } from './bounds.ts'
import { type Decode, decoder } from './decode.ts'
import { formatMessage } from './formats.ts'
import { type CompileError, longListFaults } from './long-lists.ts'

export type Outcome<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] }

/**
 * Validates without coercion, drops unknown fields, and decodes values: for example, it trims titles and converts
 * instants to milliseconds.
 */
export type Check<T extends Type.TSchema> = (value: unknown) => Outcome<Type.StaticDecode<T>>

const known = new WeakMap<Type.TSchema, Check<Type.TSchema>>()

/** Compiles each schema once, even if several routes share it. */
export function checker<T extends Type.TSchema>(schema: T): Check<T> {
  const check = known.get(schema) ?? newChecker(schema)
  known.set(schema, check)
  return check as Check<T>
}

/** Compiles the schema on first use, so that unused routes do not slow down startup. */
function newChecker<T extends Type.TSchema>(schema: T): Check<Type.TSchema> {
  let compiled: Validator | undefined
  let decode: Decode | undefined
  const tooLong = measure(schema)
  const faultsOf = faultFinder(schema)
  return value => {
    const excess = tooLong?.(value)
    if (excess) return { ok: false, errors: [excess] }
    compiled ??= Compile(schema as Type.TSchema) as Validator
    if (!compiled.Check(value)) return { ok: false, errors: readable(faultsOf(compiled, value)) }
    decode ??= decoder(schema)
    return { ok: true, value: decode(value) }
  }
}

function faultFinder(schema: Type.TSchema) {
  let inLists: ((value: unknown) => CompileError[]) | undefined
  return (compiled: Validator, value: unknown): readonly CompileError[] => {
    inLists ??= longListFaults(schema)
    const found = inLists(value)
    return found.length > 0 ? found : compiled.Errors(value)
  }
}

/** Returns the `detail` of an error response. */
export function summary(errors: readonly FieldError[]): string {
  const [first] = errors
  if (!first) return 'The request is not valid.'
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return `${first.path || 'The request'} ${first.message}${more}.`
}

function readable(errors: readonly CompileError[]): FieldError[] {
  const found = new Map<string, FieldError>()
  // Drops "must be null" for nullable fields, because the message about the other type is more useful.
  const telling = errors.filter(error => error.keyword !== 'anyOf' && !isNullBranch(error))
  for (const error of telling.length > 0 ? telling : errors) {
    for (const each of toFieldErrors(error)) {
      // Keeps the first error of a field, because a union reports one per branch.
      if (!found.has(each.path)) found.set(each.path, each)
    }
  }
  return [...found.values()]
}

const isNullBranch = (error: CompileError): boolean =>
  error.keyword === 'type' && error.params.type === 'null' && error.schemaPath.includes('/anyOf/')

const UNKNOWN_FIELD = 'is not a known field'

function toFieldErrors(error: CompileError): FieldError[] {
  const path = error.instancePath.split('/').filter(Boolean).join('.')
  if (error.keyword === 'required') {
    const prefix = path ? `${path}.` : ''
    return error.params.requiredProperties.map(name => ({ path: prefix + name, message: 'is required' }))
  }
  if (error.keyword === 'additionalProperties') {
    const prefix = path ? `${path}.` : ''
    return error.params.additionalProperties.map(name => ({
      path: prefix + name,
      message: UNKNOWN_FIELD,
    }))
  }
  return [{ path, message: sentence(error) }]
}

function sentence(error: CompileError): string {
  if (error.keyword === 'format') return formatMessage(error.params.format)
  if (error.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  // This keyword means an unknown field in a schema with `additionalProperties: false`.
  if (error.keyword === 'boolean') return UNKNOWN_FIELD
  if (error.keyword === 'const') return `must be ${JSON.stringify(error.params.allowedValue)}`
  // Omits the pattern, because it does not help readers.
  if (error.keyword === 'pattern') return 'has the wrong format'
  if (error.keyword === 'type') return `must be ${article(String(error.params.type))}`
  return error.message
}

const article = (type: string): string =>
  type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
