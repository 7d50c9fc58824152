// Derives failing requests from a successful one, for the documented errors of its route.
import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import { errorsOf, type Route } from '@daymark/contract/route'
import type { Request } from './ask.ts'
import type { Fault, Step } from './step.ts'

type Shape = { required?: string[]; properties?: Record<string, unknown> }

const UUID_VARIABLE = /^\{\{\w*id\}\}$/
const withParams = (step: Step, value: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(step.params ?? {}).map(([name, each]) => [name, UUID_VARIABLE.test(each) ? value : each]),
  )

/**
 * Returns the step's own faults, and a derived request for each other documented error that `spoil` can cause. Derived
 * requests change nothing. They are sent before the step, because the step may delete its item.
 */
export function faultsOf(
  step: Step,
  route: Route,
  narrowToken: string,
): { fault: Fault; request: Request }[] {
  const given = (step.faults ?? []).map(fault => ({ fault, request: { ...step, ...fault } }))
  const missing = errorsOf(route).filter(code => !given.some(({ fault }) => fault.status === code))
  const made = missing.flatMap(status => {
    const request = spoil(status, step, route, narrowToken)
    return request ? [{ fault: { status, before: true as const }, request: { ...step, ...request } }] : []
  })
  return [...given, ...made]
}

/**
 * Returns undefined for errors that each step must cause in its own way, such as 409. Also returns undefined for errors
 * that this server cannot produce: its limits are off, so it never answers 429, for example.
 */
function spoil(status: number, step: Step, route: Route, narrowToken: string): Partial<Request> | undefined {
  if (status === 401) return { token: undefined }
  if (status === 403) return { token: narrowToken }
  if (status === 404) return { params: withParams(step, '{{unknown_id}}') }
  if (status === 412) return { headers: { 'if-match': '"stale"' } }
  if (status === 413) return { text: JSON.stringify('x'.repeat(route.upload ? MAX_IMPORT_BYTES : 1_048_577)) }
  if (status === 415) return { headers: { 'content-type': 'text/plain' } }
  if (status === 422) return invalid(step, route)
  return undefined
}

function invalid(step: Step, route: Route): Partial<Request> {
  if (route.body) return { body: invalidBody(step, route) }
  const params = withParams(step, 'not-an-id')
  if (Object.values(params).includes('not-an-id') && !('user_id' in params)) return { params }
  return { query: { ...step.query, timezone: 'Mars/Olympus' } }
}

function invalidBody(step: Step, route: Route): unknown {
  if (Array.isArray(step.body)) return [{}]
  const { required = [], properties = {} } = route.body as Shape
  return required.length > 0
    ? {}
    : { [Object.keys(step.body as object)[0] ?? Object.keys(properties)[0] ?? '']: false }
}
