// Submits the app's sign-in form to this server's sign-in page.
import { toApiError } from '@daymark/client/errors'
import { patientFetch } from '../requests/connection.ts'
import type { ServerInfo } from '../session.ts'
import { beginFlow } from './code-flow.ts'

export interface Answer {
  step: 'login' | 'passkey'
  fields: Record<string, string>
}

export type OwnFlow = Awaited<ReturnType<typeof openForm>>

/** `send` can be called again after a rejection. */
export async function openForm(info: ServerInfo) {
  const { address, finish } = await beginFlow(info)
  const form = await ask(address, { method: 'GET' })
  const { action, csrf } = (await form.json()) as { action: string; csrf: string }
  return {
    /** Returns the URL that contains the code. */
    async send({ step, fields }: Answer): Promise<string> {
      const body = new URLSearchParams({ csrf, ...fields })
      return (await ask(`${location.origin}${action}/${step}`, { method: 'POST', body })).url
    },
    finish,
  }
}

async function ask(address: string, init: RequestInit): Promise<Response> {
  const response = await patientFetch(address, { ...init, headers: { accept: 'application/json' } })
  if (!response.ok) throw await toApiError(response)
  return response
}
