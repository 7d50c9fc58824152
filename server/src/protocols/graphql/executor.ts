// Limits, validates and caches queries before it executes them. Only root fields have asynchronous resolvers.
import {
  type DocumentNode,
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
import { inTurns } from '../../platform/kernel/concurrency/in-turns.ts'
import { AnswerTooLarge, jsonSteps, labelOf } from './json-writer.ts'
import { limitErrors, type QueryLimits, type VariableLimits, variableError } from './limits.ts'
import { type Plan, type PlannedField, planOf } from './plan.ts'

export interface GraphqlCall {
  query: string
  variables: Record<string, unknown>
  operation_name: string | undefined
}

export interface ExecutorOptions {
  introspection: boolean
  limits: QueryLimits & { characters: number; tokens: number; variables: VariableLimits; answer: number }
}

export interface Executed {
  /** Pieces of JSON text. Undefined if the query was not executed. */
  data?: readonly string[] | undefined
  errors?: readonly GraphQLError[] | undefined
}

const MAX_REMEMBERED = 200
const MAX_ERRORS = 20

export function graphqlExecutor(schema: GraphQLSchema, options: ExecutorOptions) {
  const { limits } = options
  /** Valid parsed queries by query string, whose length is limited. */
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
    // Moves the query to the end, so that the first key is the least recently used query.
    remembered.delete(query)
    if (remembered.size >= MAX_REMEMBERED) {
      const [oldest = ''] = remembered.keys()
      remembered.delete(oldest)
    }
    remembered.set(query, document)
  }

  return async ({ query, variables, operation_name }: GraphqlCall, context: unknown): Promise<Executed> => {
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
 * Runs a query in turns with other requests, and faster than graphql-js, which calls a function for every field of every
 * event and does not pause: a request for a month with 100 daily series takes 14 instead of 41 ms of CPU time.
 */
async function run(schema: GraphQLSchema, document: DocumentNode, given: Run): Promise<Executed> {
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

/** Runs graphql-js: for introspection, and for its error messages if no single query can be selected. */
async function interpret(schema: GraphQLSchema, document: DocumentNode, given: Run): Promise<Executed> {
  const { data, errors } = await execute({
    schema,
    document,
    contextValue: given.context,
    variableValues: given.variables,
    ...(given.operation_name !== undefined && { operationName: given.operation_name }),
  })
  return { ...(data !== undefined && { data: [JSON.stringify(data)] }), ...(errors && { errors }) }
}

type Settled = { pieces: string[] } | { error: GraphQLError }

async function resolve(plan: Plan, variables: Record<string, unknown>, given: Run): Promise<Executed> {
  const budget = { characters: given.answer }
  // Calls all resolvers before it waits for any result, so that they can share a read.
  const settled = await Promise.all(
    plan.map(async (field): Promise<Settled> => {
      try {
        const value = field.typename ?? (await resolveRoot(field, variables, given.context))
        return { pieces: await inTurns(jsonSteps(field.fields, value, budget), 1) }
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
  const entries = plan.flatMap((field, at) => [
    `${at > 0 ? ',' : ''}${labelOf(field)}`,
    ...piecesOf(settled[at]),
  ])
  return { data: isLost ? ['null'] : ['{', ...entries, '}'], ...(errors.length > 0 && { errors }) }
}

const TOO_LARGE = 'The response would be too large. Request fewer fields or a shorter range.'

const piecesOf = (settled: Settled | undefined): string[] =>
  settled && 'pieces' in settled ? settled.pieces : ['null']

function resolveRoot(field: PlannedField, variables: Record<string, unknown>, context: unknown): unknown {
  const [node] = field.nodes
  const resolver = field.definition?.resolve as
    | ((source: undefined, args: Record<string, unknown>, context: unknown) => unknown)
    | undefined
  if (!field.definition || !node || !resolver) throw new Error(`${field.name} has no resolver.`)
  return resolver(undefined, getArgumentValues(field.definition, node, variables), context)
}
