export interface Passkey {
  id: string
  owner_id: string
  name: string
  /** The authenticator's credential id, in base64url. */
  credential_id: string
  /** A COSE key in base64url. */
  public_key: string
  /** The authenticator's signature counter, or 0 if it has none. */
  counter: number
  transports: readonly string[]
  /** Whether the passkey is synced to the person's other devices. */
  synced: boolean
  created_at: number
  last_used_at: number | null
}

export const MAX_PASSKEYS = 20
