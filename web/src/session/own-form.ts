// Answers the sign-in page of this server with what the person has typed on the page of the app.
import { toApiError } from '@daymark/client/errors'
import type { Visit } from './code-flow.ts'
import { patientFetch } from './requests/connection.ts'

export interface Answer {
  step: 'login' | 'passkey'
  fields: Record<string, string>
}

export const answerWith =
  ({ step, fields }: Answer): Visit =>
  async address => {
    const asked = await ask(address, { method: 'GET' })
    const { action, csrf } = (await asked.json()) as { action: string; csrf: string }
    const body = new URLSearchParams({ csrf, ...fields })
    const answered = await ask(`${location.origin}${action}/${step}`, { method: 'POST', body })
    return answered.url
  }

/** Follows redirects, at the end to the address with the code. */
async function ask(address: string, init: RequestInit): Promise<Response> {
  const response = await patientFetch(address, { ...init, headers: { accept: 'application/json' } })
  if (!response.ok) throw await toApiError(response)
  return response
}
