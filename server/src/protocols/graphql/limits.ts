// Limits the size of a query and its variables before validation and execution.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql'

export interface QueryLimits {
  /** The maximum nesting of fields with fragments expanded. */
  depth: number
  /** The maximum number of fields on all levels. A fragment counts each time it is used. */
  fields: number
  aliases: number
}

/** `values` and `characters` count all variables together. */
export interface VariableLimits {
  depth: number
  /** The maximum number of items in lists and of fields in objects. */
  values: number
  /** The maximum number of characters in strings and field names. */
  characters: number
}

interface Extent {
  depth: number
  fields: number
  aliases: number
}

const NO_EXTENT: Extent = { depth: 0, fields: 0, aliases: 0 }

export function limitErrors(document: DocumentNode, limits: QueryLimits): GraphQLError[] {
  const measure = measurer(document)
  const errors: GraphQLError[] = []
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const extent = measure(definition.selectionSet)
    for (const what of ['depth', 'fields', 'aliases'] as const) {
      if (extent[what] > limits[what]) errors.push(new GraphQLError(sentence(what, limits[what])))
    }
  }
  return errors
}

const sentence = (what: keyof Extent, most: number): string =>
  what === 'depth'
    ? `The query is nested too deeply; ${most} levels are allowed.`
    : `The query has too many ${what}; ${most} are allowed.`

/** Measures each fragment once, so that nested fragments cannot make the measurement itself expensive. */
function measurer(document: DocumentNode): (set: SelectionSetNode) => Extent {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const known = new Map<string, Extent>()

  function ofFragment(name: string): Extent {
    const before = known.get(name)
    if (before) return before
    // A recursive fragment counts as empty here. Validation rejects it.
    known.set(name, NO_EXTENT)
    const fragment = fragments.get(name)
    const extent = fragment ? ofSet(fragment.selectionSet) : NO_EXTENT
    known.set(name, extent)
    return extent
  }

  function ofSet(set: SelectionSetNode): Extent {
    return set.selections.reduce<Extent>((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return sumOf(sum, ofFragment(selection.name.value))
      if (selection.kind === Kind.INLINE_FRAGMENT) return sumOf(sum, ofSet(selection.selectionSet))
      const below = selection.selectionSet ? ofSet(selection.selectionSet) : NO_EXTENT
      return sumOf(sum, {
        depth: below.depth + 1,
        fields: below.fields + 1,
        aliases: below.aliases + (selection.alias ? 1 : 0),
      })
    }, NO_EXTENT)
  }

  return ofSet
}

const sumOf = (a: Extent, b: Extent): Extent => ({
  depth: Math.max(a.depth, b.depth),
  fields: a.fields + b.fields,
  aliases: a.aliases + b.aliases,
})

/** Stops at the first exceeded limit, so that the check itself stays cheap. */
export function variableError(
  variables: Record<string, unknown>,
  limits: VariableLimits,
): GraphQLError | undefined {
  let { values, characters } = limits

  function exceeded(value: unknown, depth: number): keyof VariableLimits | undefined {
    if (typeof value === 'string') {
      characters -= value.length
      return characters < 0 ? 'characters' : undefined
    }
    if (typeof value !== 'object' || value === null) return undefined
    if (depth === limits.depth) return 'depth'
    const isList = Array.isArray(value)
    if (isList && value.length > values) return 'values'
    for (const name in value) {
      values--
      if (!isList) characters -= name.length
      if (values < 0) return 'values'
      const what = exceeded((value as Record<string, unknown>)[name], depth + 1)
      if (what) return what
    }
    return undefined
  }

  const what = exceeded(variables, 0)
  if (!what) return undefined
  return new GraphQLError(
    what === 'depth'
      ? `The variables are nested too deeply; ${limits.depth} levels are allowed.`
      : `The variables contain too many ${what}; ${limits[what]} are allowed.`,
  )
}
