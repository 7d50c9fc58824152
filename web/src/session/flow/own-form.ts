// Sends what the person typed in the app to the sign-in page of this server.
import { toApiError } from '@daymark/client/errors'
import { patientFetch } from '../requests/connection.ts'
import type { ServerInfo } from '../session.ts'
import { beginFlow } from './code-flow.ts'

export interface Answer {
  step: 'login' | 'passkey'
  fields: Record<string, string>
}

export type OwnFlow = Awaited<ReturnType<typeof openForm>>

/** Begins the flow and loads the form. After a refusal, `send` can be called again. */
export async function openForm(info: ServerInfo) {
  const { address, finish } = await beginFlow(info)
  const form = await ask(address, { method: 'GET' })
  const { action, csrf } = (await form.json()) as { action: string; csrf: string }
  return {
    /** Returns the address with the code. */
    async send({ step, fields }: Answer): Promise<string> {
      const body = new URLSearchParams({ csrf, ...fields })
      return (await ask(`${location.origin}${action}/${step}`, { method: 'POST', body })).url
    },
    finish,
  }
}

/** Sends a request to the sign-in page and follows redirects. Throws if the server refuses. */
async function ask(address: string, init: RequestInit): Promise<Response> {
  const response = await patientFetch(address, { ...init, headers: { accept: 'application/json' } })
  if (!response.ok) throw await toApiError(response)
  return response
}
