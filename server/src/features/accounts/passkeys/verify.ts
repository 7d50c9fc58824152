// Creates and verifies WebAuthn messages. The library is loaded on first use.
import type { AssertionResponse, AttestationResponse } from '@daymark/contract/accounts/passkeys'
import type { Passkey } from './passkey.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256. Common authenticators support at least one of them. */
const ALGORITHMS = [-8, -7, -257]

type IsChallenge = (challenge: string) => boolean

export interface PasskeyAccount {
  id: string
  email: string
  name: string
}

export async function creationOptions(
  rp: RelyingParty,
  account: PasskeyAccount,
  challenge: Uint8Array<ArrayBuffer>,
  known: readonly Passkey[],
): Promise<object> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Daymark',
    rpID: rp.id,
    userName: account.email,
    userDisplayName: account.name,
    userID: new Uint8Array(Buffer.from(account.id)),
    challenge,
    attestationType: 'none',
    excludeCredentials: known.map(each => ({ id: each.credential_id })),
    supportedAlgorithmIDs: ALGORITHMS,
    // With a discoverable passkey, nobody has to type an address. With a PIN or fingerprint, a passkey counts as two
    // factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

export async function requestOptions(rp: RelyingParty, challenge: Uint8Array<ArrayBuffer>): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({ rpID: rp.id, challenge, userVerification: 'required' })
}

/** Returns the new credential, or undefined if any check of the response fails. */
export async function checkCreation(
  rp: RelyingParty,
  { id, response }: AttestationResponse,
  isChallenge: IsChallenge,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: withoutTransports(response),
      },
      expectedChallenge: isChallenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      synced: credentialBackedUp,
    }
  } catch {
    // The library throws for every mismatch.
    return undefined
  }
}

/** Returns the new counter, or undefined if any check of the response fails. */
export async function checkAssertion(
  rp: RelyingParty,
  { id, response }: AssertionResponse,
  passkey: Passkey,
  isChallenge: IsChallenge,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, authenticatorData, signature } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: isChallenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

const withoutTransports = ({ clientDataJSON, attestationObject }: AttestationResponse['response']) => ({
  clientDataJSON,
  attestationObject,
})
