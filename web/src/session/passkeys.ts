// The server verifies everything that the browser returns here.
import type { AssertionResponse, AttestationResponse } from '@daymark/contract/accounts/passkeys'
import type { ServerInfo } from './session.ts'

/**
 * True if passkeys can be used here. Browsers support them only over HTTPS or on localhost, and older browsers cannot
 * parse the options as JSON.
 */
export const hasPasskeys = (info: ServerInfo): boolean =>
  info.passkeys &&
  isPasskeyAddress(info) &&
  isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'

/** True at the server's public address. Passkeys belong to this address, and browsers reject them at any other. */
export const isPasskeyAddress = ({ issuer }: ServerInfo): boolean =>
  new URL(issuer).origin === location.origin

export async function createPasskey(options: Record<string, unknown>): Promise<AttestationResponse> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(await navigator.credentials.create({ publicKey })) as AttestationResponse
}

export async function askPasskey(options: Record<string, unknown>): Promise<AssertionResponse> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return jsonOf(await navigator.credentials.get({ publicKey })) as AssertionResponse
}

/** True if the user closed the browser's dialog or it timed out. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/** True if the authenticator already has a passkey for this account. */
export const isKnown = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError'

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError('The browser returned no passkey.')
  return credential.toJSON()
}
