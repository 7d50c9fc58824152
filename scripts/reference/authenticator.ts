// Simulates authenticators for the walkthrough: the code from an app, and the responses from a passkey.
import { Secret, TOTP } from 'otpauth'
import { softwareAuthenticator } from '../../server/test/support/authenticator.ts'
import type { Variables } from './step.ts'

export const codeOf = async (secret: string, now: number): Promise<string> =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

/** Returns a function that computes the variables which a step needs from an authenticator. */
export function authenticatorOf(origin: string) {
  const key = softwareAuthenticator(origin)
  const rpId = new URL(origin).hostname
  return async (route: string, variables: Variables, now: number): Promise<Variables> => {
    if (route === 'totp.confirm') return { totp_code: await codeOf(variables['totp_secret'] ?? '', now) }
    if (route === 'passkeys.create') {
      const challenge = variables['passkey_challenge'] ?? ''
      const { id, response } = key.create({ challenge, rp: { id: rpId } })
      return {
        credential_id: id,
        client_data: response.clientDataJSON,
        attestation: response.attestationObject,
      }
    }
    if (route !== 'accounts.passkeySignIn') return {}
    const { response } = key.get({ challenge: variables['sign_in_challenge'] ?? '', rpId })
    return {
      signed_client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
    }
  }
}
