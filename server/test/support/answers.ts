// Checks successful JSON responses against the contract. Undeclared fields violate it too.
import { Job } from '@daymark/contract/jobs'
import { checker } from '@daymark/contract/validation/validate'
import type { FastifyInstance } from 'fastify'
import type Type from 'typebox'

type Json = Record<string, unknown>

/** Turns a response that violates the contract into a 500. The logged error says what is wrong. */
export function watchAnswers(app: FastifyInstance): void {
  const checks = new Map<Type.TSchema, (value: unknown) => string | undefined>()
  app.addHook('onSend', async (request, reply, payload) => {
    const isStaged = String(reply.getHeader('location')).startsWith('/v1/jobs/')
    const answers = isStaged ? Job : request.routeOptions.config.answers
    if (!answers || reply.statusCode >= 300) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    // A repeated test message has no body.
    if (payload === 'null' && reply.hasHeader('idempotency-replayed')) return payload
    const fault = (checks.get(answers) ?? remember(checks, answers))(JSON.parse(String(payload)))
    if (fault !== undefined) throw new Error(`${request.method} ${request.routeOptions.url} answers ${fault}`)
    return payload
  })
}

function remember(checks: Map<Type.TSchema, (value: unknown) => string | undefined>, schema: Type.TSchema) {
  const check = checker(schema)
  const faultOf = (value: unknown) => {
    const outcome = check(value)
    if (!outcome.ok) return outcome.errors.map(each => `${each.path} ${each.message}`).join(', ')
    return undeclared(schema as unknown as Json, value, '')
  }
  checks.set(schema, faultOf)
  return faultOf
}

/** Describes the first field that the schema does not declare, such as `.user.name, which is not declared`. */
export function undeclared(schema: Json, value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { anyOf, items, properties } = schema
  if (Array.isArray(anyOf)) {
    const found = (anyOf as Json[]).map(branch => undeclared(branch, value, path))
    return found.every(each => each !== undefined) ? found[0] : undefined
  }
  if (Array.isArray(value)) {
    return items
      ? first(value.entries(), (each, at) => undeclared(items as Json, each, `${path}[${at}]`))
      : undefined
  }
  if (!properties) return schema['type'] === 'object' || schema['type'] === undefined ? undefined : path
  return first(Object.entries(value), (each, name) => {
    const field = (properties as Record<string, Json>)[name]
    return field ? undeclared(field, each, `${path}.${name}`) : `${path}.${name}, which is not declared`
  })
}

function first<K>(
  entries: Iterable<[K, unknown]>,
  look: (value: unknown, key: K) => string | undefined,
): string | undefined {
  for (const [key, value] of entries) {
    const found = look(value, key)
    if (found !== undefined) return found
  }
  return undefined
}
