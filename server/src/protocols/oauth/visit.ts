import type { AssertionResponse } from '@daymark/contract/accounts/passkeys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'
import type { Account } from '../../features/accounts/account.ts'
import type { Caller } from '../../features/accounts/attempts.ts'
import type { ClientDocuments } from '../../features/oauth/provider/client-document.ts'
import type { ConnectedAppService } from '../../features/oauth/service.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { PageContent } from './pages/interaction-pages.ts'
import type { PageTexts } from './pages/texts.ts'

export interface InteractionParts {
  provider(): Promise<Provider>
  publicUrl(): string
  secret: string
  clock: Clock
  apps: ConnectedAppService
  documents: Pick<ClientDocuments, 'keep'>
  checkPassword(
    email: string,
    password: string,
    caller: Caller,
    app: string | undefined,
  ): Promise<{ account: Account; at_s: number; device: string; needs_code: boolean }>
  checkCode(
    of: { id: string; email: string; at_s: number },
    code: string,
    caller: Caller,
    app: string | undefined,
  ): Promise<{ account: Account; at_s: number; device: string }>
  checkPasskey(
    response: AssertionResponse,
    caller: Caller,
    app: string | undefined,
  ): Promise<{ account: Account; at_s: number; device: string }>
  findSignedIn(id: string, signedInAtS: number | undefined): Promise<Account | undefined>
  /** True if people can reset their passwords by email. */
  sendsMail: boolean
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
export type Request = FastifyRequest<{ Params: { uid: string }; Body: unknown }>
export type Result = Parameters<Provider['interactionResult']>[2]

export interface Visit {
  provider: Provider
  interaction: Interaction
  client: Client
  /** The app's name for the audit trail. Undefined for the web app. */
  app: string | undefined
  /** True if the web app shows the page itself and sends what the person typed. */
  isOwnForm: boolean
  t: PageTexts
  show(page: PageContent, status?: number): FastifyReply
  /** Stores the result and redirects the browser to the provider. */
  finish(result: Result): Promise<FastifyReply>
}

export interface Checked {
  account: Account
  at_s: number
  device: string
}
