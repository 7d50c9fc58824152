// Turns a query's selections into a plan without fragments and directives.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

export interface PlannedField {
  /** The alias, or the name if there is none. */
  readonly key: string
  readonly name: string
  /** All selections with the same key. They are merged. */
  readonly nodes: readonly FieldNode[]
  /** Undefined for `__typename` and other introspection fields. */
  readonly definition: GraphQLField<unknown, unknown> | undefined
  /** Computes the field. Undefined if the field is a property of the value. */
  readonly compute: Compute | undefined
  /** The selected fields of an object or a list of objects. */
  readonly fields: Plan | undefined
  readonly typename: string | undefined
}
export type Plan = readonly PlannedField[]
/** A resolver for a field below the root. */
export type Compute = (value: unknown) => unknown

type Variables = Record<string, unknown>

/** The document must be valid and limited in size, because fragments are expanded. */
export function planOf(
  document: DocumentNode,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  variables: Variables,
): Plan {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }

  function collect(set: SelectionSetNode, found: Map<string, FieldNode[]>): void {
    for (const selection of set.selections) {
      if (!isIncluded(selection, variables)) continue
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value
        const same = found.get(key)
        if (same) same.push(selection)
        else found.set(key, [selection])
      } else {
        // All types in the schema are objects, so a valid fragment's type condition always matches.
        const below =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
        if (below) collect(below.selectionSet, found)
      }
    }
  }

  function build(parent: GraphQLObjectType, sets: readonly SelectionSetNode[]): Plan {
    const found = new Map<string, FieldNode[]>()
    for (const set of sets) collect(set, found)
    return [...found].map(([key, nodes]) => {
      const name = nodes[0]?.name.value ?? key
      const definition = parent.getFields()[name]
      const below = definition && getNamedType(definition.type)
      return {
        key,
        name,
        nodes,
        definition,
        compute: definition?.resolve as Compute | undefined,
        fields: isObjectType(below)
          ? build(
              below,
              nodes.flatMap(node => node.selectionSet ?? []),
            )
          : undefined,
        typename: name === '__typename' ? parent.name : undefined,
      }
    })
  }

  return build(type, [set])
}

function isIncluded(node: SelectionNode, variables: Variables): boolean {
  if (!node.directives?.length) return true
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false
  )
}
