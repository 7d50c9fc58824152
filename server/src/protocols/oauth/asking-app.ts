import type { Client } from 'oidc-provider'
import { CLI_CLIENT_ID } from '../../features/oauth/provider/clients.ts'
import type { AskingApp } from './pages/interaction-pages.ts'

const LONGEST_NAME = 100

interface Asked {
  params: Record<string, unknown>
  deviceCode?: string | undefined
}

export const scopesOf = ({ params }: Asked): string[] =>
  String(params['scope'] ?? '')
    .split(' ')
    .filter(Boolean)

export const nameOf = ({ clientName, clientId }: Client): string =>
  (clientName?.trim() || hostOf(clientId) || clientId).slice(0, LONGEST_NAME)

const hostOf = (address: string): string | undefined => URL.parse(address)?.host || undefined

export function appOf({ client, interaction }: { client: Client; interaction: Asked }): AskingApp {
  const redirect = interaction.deviceCode ? undefined : String(interaction.params['redirect_uri'] ?? '')
  return {
    name: nameOf(client),
    publisher: client.clientId.startsWith('https://') ? hostOf(client.clientId) : undefined,
    isBuiltIn: client.clientId === CLI_CLIENT_ID,
    target: redirect === undefined ? undefined : (hostOf(redirect) ?? redirect.split(':')[0]),
  }
}
