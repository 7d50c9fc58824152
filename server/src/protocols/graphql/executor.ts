// Runs GraphQL queries: limited, validated and cached. Root values are resolved, everything else is picked from them.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  locatedError,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { limitErrors, type QueryLimits, type VariableLimits, variableError } from './limits.ts'
import { AnswerTooLarge, type Plan, type PlannedField, planOf, project } from './project.ts'

export interface GraphqlCall {
  query: string
  variables: Record<string, unknown>
  operation_name: string | undefined
}

export interface ExecutorOptions {
  introspection: boolean
  limits: QueryLimits & { characters: number; tokens: number; variables: VariableLimits; answer: number }
}

const MAX_REMEMBERED = 200
const MAX_ERRORS = 20

export function graphqlExecutor(schema: GraphQLSchema, options: ExecutorOptions) {
  const { limits } = options
  /** By the text of the query, whose length is bounded. */
  const remembered = new Map<string, DocumentNode>()
  const rules = options.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]

  function read(query: string): DocumentNode | readonly GraphQLError[] {
    const { characters, tokens } = limits
    if (query.length > characters) {
      return [new GraphQLError(`The query is too long; ${characters} characters are allowed.`)]
    }
    const known = remembered.get(query)
    if (known) return known
    try {
      const document = parse(query, { maxTokens: tokens })
      const excess = limitErrors(document, limits)
      const faults = excess.length > 0 ? excess : validate(schema, document, rules, { maxErrors: MAX_ERRORS })
      return faults.length > 0 ? faults : document
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  function remember(query: string, document: DocumentNode): void {
    // Drops the least recently used one.
    remembered.delete(query)
    if (remembered.size >= MAX_REMEMBERED) {
      const [oldest = ''] = remembered.keys()
      remembered.delete(oldest)
    }
    remembered.set(query, document)
  }

  return async ({ query, variables, operation_name }: GraphqlCall, context: unknown) => {
    const excess = variableError(variables, limits.variables)
    if (excess) return { errors: [excess] }
    const document = read(query)
    if (!('kind' in document)) return { errors: document }
    remember(query, document)
    return run(schema, document, { variables, operation_name, context, answer: limits.answer })
  }
}

interface Run {
  variables: Record<string, unknown>
  operation_name: string | undefined
  context: unknown
  answer: number
}

/**
 * `graphql-js` calls a function for every field of every event: 93 ms for a month of 100 daily series, compared with
 * 15 ms here (and 16 ms with the code that `graphql-jit` generates).
 */
async function run(schema: GraphQLSchema, document: DocumentNode, given: Run): Promise<ExecutionResult> {
  const operation = getOperationAST(document, given.operation_name)
  const type = schema.getQueryType()
  if (operation?.operation !== OperationTypeNode.QUERY || !type) return interpret(schema, document, given)
  const { coerced, errors } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    given.variables,
    { maxErrors: MAX_ERRORS },
  )
  if (errors) return { errors }
  const plan = planOf(document, type, operation.selectionSet, coerced)
  const asksForSchema = plan.some(field => !field.definition && field.typename === undefined)
  return asksForSchema ? interpret(schema, document, given) : resolve(plan, coerced, given)
}

/** Introspection, and documents without a single operation. */
const interpret = async (schema: GraphQLSchema, document: DocumentNode, given: Run) =>
  execute({
    schema,
    document,
    contextValue: given.context,
    variableValues: given.variables,
    ...(given.operation_name !== undefined && { operationName: given.operation_name }),
  })

type Settled = { value: unknown } | { error: GraphQLError }

async function resolve(plan: Plan, variables: Record<string, unknown>, given: Run): Promise<ExecutionResult> {
  const budget = { characters: given.answer }
  // All resolvers are called before the first of them waits, so that they can share a read.
  const settled = await Promise.all(
    plan.map(async (field): Promise<Settled> => {
      try {
        if (field.typename !== undefined) return { value: field.typename }
        const value = await resolveRoot(field, variables, given.context)
        return { value: field.fields ? project(field.fields, value, budget) : value }
      } catch (error) {
        const cause = error instanceof AnswerTooLarge ? new GraphQLError(TOO_LARGE) : error
        return { error: locatedError(cause, [...field.nodes], [field.key]) }
      }
    }),
  )
  const errors = settled.flatMap(each => ('error' in each ? each.error : []))
  const isLost = plan.some((field, at) => {
    const outcome = settled[at]
    return outcome && 'error' in outcome && isNonNullType(field.definition?.type)
  })
  const entries = plan.map((field, at) => [field.key, outcomeOf(settled[at])])
  return { data: isLost ? null : Object.fromEntries(entries), ...(errors.length > 0 && { errors }) }
}

const TOO_LARGE = 'The answer would be too large. Ask for fewer fields or a shorter range.'

const outcomeOf = (settled: Settled | undefined): unknown =>
  settled && 'value' in settled ? settled.value : null

function resolveRoot(field: PlannedField, variables: Record<string, unknown>, context: unknown): unknown {
  const [node] = field.nodes
  const resolver = field.definition?.resolve as
    | ((source: undefined, args: Record<string, unknown>, context: unknown) => unknown)
    | undefined
  if (!field.definition || !node || !resolver) throw new Error(`${field.name} has no resolver.`)
  return resolver(undefined, getArgumentValues(field.definition, node, variables), context)
}
