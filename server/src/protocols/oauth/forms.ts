import { timingSafeEqual } from 'node:crypto'
import { AssertionResponse } from '@daymark/contract/accounts/passkeys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import { type Caller, isCodeProblem } from '../../features/accounts/attempts.ts'
import { readCookie } from '../../features/accounts/sessions/cookies.ts'
import { sourceOf } from '../../features/audit/audit-entry.ts'
import { addressKey } from '../../platform/client-address/client-ip.ts'
import { Problem } from '../../platform/kernel/errors.ts'
import { languageOf, type PageTexts } from './pages/texts.ts'

export function refusal(
  error: unknown,
  t: PageTexts,
  request: FastifyRequest,
  reply: FastifyReply,
): [text: string, status: number] {
  if (!(error instanceof Problem)) throw error
  if (error.retry_after !== undefined) reply.header('retry-after', String(error.retry_after))
  const [fault, status] = faultOf(error, t)
  if (status !== 503) request.server.signInRefused(request, status)
  return [fault, status]
}

function faultOf(error: Problem, t: PageTexts): [text: string, status: number] {
  if (isCodeProblem(error)) return [t.wrongCode, 401]
  if (error.kind === 'unauthorized') return [t.wrong, 401]
  if (error.kind === 'forbidden') return [t.disabled, 403]
  if (error.kind === 'limited') return [t.wait(error.retry_after ?? 1), 429]
  return [t.busy, 503]
}

export function field({ body }: FastifyRequest, name: string): string {
  const value = body instanceof URLSearchParams ? body.get(name) : null
  // PostgreSQL cannot store NUL characters.
  return (value ?? '').replaceAll('\u0000', '')
}

export const callerOf = (request: FastifyRequest): Caller => ({
  ...sourceOf({ clientAddress: () => request.clientAddress(), header: () => request.headers['user-agent'] }),
  network: addressKey(request.clientAddress()),
  device: readCookie('device', request.headers.cookie),
  language: languageOf(undefined, request.headers['accept-language']),
})

/** Compares bytes, because texts of the same length may differ in bytes. */
export function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns undefined if the text is not a passkey response as JSON. */
export function readAssertion(text: string): AssertionResponse | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Check(AssertionResponse, value) ? value : undefined
  } catch {
    return undefined
  }
}
