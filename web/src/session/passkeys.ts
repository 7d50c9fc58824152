// Creates and uses passkeys through the browser. The server checks the results.
import type { AssertionResponse, AttestationResponse } from '@daymark/contract/accounts/passkeys'
import type { ServerInfo } from './session.ts'

/** Browsers offer passkeys only over HTTPS or on this machine. Older browsers cannot read the options as JSON. */
export const hasPasskeys = (info: ServerInfo): boolean =>
  info.passkeys &&
  isPasskeyAddress(info) &&
  isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'

/** Passkeys belong to the public address of the server. Browsers refuse them on pages of its other addresses. */
export const isPasskeyAddress = ({ issuer }: ServerInfo): boolean =>
  new URL(issuer).origin === location.origin

/** Creates a passkey at the authenticator that the person chooses. */
export async function createPasskey(options: Record<string, unknown>): Promise<AttestationResponse> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(await navigator.credentials.create({ publicKey })) as AttestationResponse
}

/** Signs in with a passkey that the person chooses. */
export async function askPasskey(options: Record<string, unknown>): Promise<AssertionResponse> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return jsonOf(await navigator.credentials.get({ publicKey })) as AssertionResponse
}

/** The person closed the dialog of the browser, or it timed out. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/** The authenticator already has a passkey of this account. */
export const isKnown = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError'

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError('The browser returned no passkey.')
  return credential.toJSON()
}
