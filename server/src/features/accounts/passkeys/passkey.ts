// The type of passkeys.

export interface Passkey {
  id: string
  owner_id: string
  name: string
  /** The id of the credential at the authenticator, in base64url. */
  credential_id: string
  /** A COSE key in base64url. */
  public_key: string
  /** The authenticator's own count of its uses; 0 if it does not count. */
  counter: number
  transports: readonly string[]
  /** Whether the passkey is copied to other devices of the person. */
  synced: boolean
  created_at: number
  last_used_at: number | null
}

export const MAX_PASSKEYS = 20
