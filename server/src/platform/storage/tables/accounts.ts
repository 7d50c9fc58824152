import type { LibraryDate } from '../library/library-date.ts'
import type { Bool } from './column.ts'

interface AccountsTable {
  /** Also the `sub` claim of the account's tokens, and therefore the user's id. */
  id: string
  name: string
  /** Always lowercase. */
  email: string
  email_verified: Bool
  image: string | null
  created_at: LibraryDate
  updated_at: LibraryDate
}

/** Contains only the columns that Daymark uses. */
interface AccountCredentialsTable {
  id: string
  /** The id at the provider. For a password, the account's own id. */
  account_id: string
  /** `credential` for a password. */
  provider_id: string
  user_id: string
  /** A hash in PHC format, or the salt and scrypt hash of an earlier version. */
  password: string | null
  created_at: LibraryDate
  updated_at: LibraryDate
}

interface AccountSessionsTable {
  id: string
  user_id: string
  kind: 'sign_in' | 'command'
  /** Unused since version 1.0, but not null. */
  token: string
  /** How many times the refresh token has been exchanged. */
  generation: number
  user_agent: string | null
  /** The client address of the sign-in, or of the last refresh token exchange. */
  ip_address: string | null
  expires_at: LibraryDate
  created_at: LibraryDate
  /** The time of the sign-in, or of the last refresh token exchange. */
  updated_at: LibraryDate
}

interface SigningKeysTable {
  id: string
  /** A JWK. */
  public_key: string
  /** A JWK, encrypted with the server's secret. */
  private_key: string
  alg: string | null
  created_at: LibraryDate
  /** After this time, the key signs no tokens. */
  expires_at: LibraryDate | null
}

interface SignInAttemptsTable {
  /**
   * A hash of the email address, a dot, and either the hash of the attempts' source or `everywhere`. Passwords and
   * codes have different hashes of the same address.
   */
  address: string
  failures: number
  blocked_until: number
  last_at: number
}

interface PersonalTokensTable {
  id: string
  owner_id: string
  name: string
  /** The first characters of the token, so that people recognize it in a list. */
  prefix: string
  /** SHA-256. The token itself is not stored. */
  hash: string
  /** Space-separated. */
  scopes: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

interface DevicePasswordsTable {
  id: string
  owner_id: string
  name: string
  /** SHA-256. The password itself is not stored. */
  hash: string
  /** Space-separated. */
  scopes: string
  created_at: number
  last_used_at: number | null
  last_address: string | null
}

interface ConnectedAppsTable {
  id: string
  owner_id: string
  client_id: string
  name: string
  website: string | null
  /** Space-separated. */
  scopes: string
  /** The provider's grant that all tokens of the app belong to. */
  grant_id: string
  created_at: number
  last_used_at: number | null
}

interface OauthRecordsTable {
  /** The provider's model, such as `AccessToken`. */
  kind: string
  /**
   * SHA-256 of the provider's id. The id itself is not stored, because for many models it is a token, code or cookie.
   */
  id: string
  account_id: string | null
  client_id: string | null
  grant_id: string | null
  /** The provider's public id for a browser session. */
  session_uid: string | null
  /** SHA-256 of the code that a person enters for a device. */
  user_code: string | null
  /** Space-separated. */
  scopes: string | null
  /** The resource that an access token is for (RFC 8707). */
  audience: string | null
  /** JSON, encrypted with the server's secret. */
  payload: string
  created_at: number
  /** When the code or refresh token was used. */
  consumed_at: number | null
  /** Null for registered clients. */
  expires_at: number | null
}

interface AuditEntriesTable {
  id: string
  /** Null for a failed sign-in with an unknown email address, a deleted account, and commands about nobody. */
  owner_id: string | null
  event: string
  /** What the event is about, such as a token or a session. */
  subject_id: string | null
  subject_name: string | null
  address: string | null
  user_agent: string | null
  at: number
  /** The administrator who did it. Null if it was the person, a command, or an administrator who is deleted. */
  actor_id: string | null
  /** The command of the operator, and its host. */
  command: string | null
}

interface AccountFactorsTable {
  account_id: string
  /** The authenticator app's secret, encrypted with the server's secret. */
  secret: string
  confirmed_at: number | null
  /** The time step of the last used code. */
  last_step: number
  created_at: number
}

interface AccountLinksTable {
  id: string
  account_id: string
  kind: 'verify' | 'email' | 'reset'
  /** The address that received the link. */
  email: string
  created_at: number
  expires_at: number
}

interface AccountPasskeysTable {
  id: string
  owner_id: string
  name: string
  credential_id: string
  /** A COSE key in base64url. */
  public_key: string
  counter: number
  /** Space-separated. */
  transports: string
  synced: Bool
  created_at: number
  last_used_at: number | null
}

export interface AccountTables {
  account_links: AccountLinksTable
  account_passkeys: AccountPasskeysTable
  /** Used passkey challenges, kept until they expire to prevent reuse. */
  used_challenges: { hash: string; expires_at: number }
  account_factors: AccountFactorsTable
  /** SHA-256 of each unused code. */
  recovery_codes: { account_id: string; hash: string }
  audit_entries: AuditEntriesTable
  accounts: AccountsTable
  account_credentials: AccountCredentialsTable
  account_sessions: AccountSessionsTable
  signing_keys: SigningKeysTable
  sign_in_attempts: SignInAttemptsTable
  server_secrets: { name: string; fingerprint: string; value: string | null }
  /** People with the role `admin`. */
  admins: { user_id: string; created_at: number }
  invitations: { id: string; email: string | null; created_at: number; expires_at: number }
  /** Deletions that people have requested and can still cancel. */
  account_deletions: { user_id: string; requested_at: number; deletes_at: number }
  /** Accounts that wait for the verification of their address. Empty if the server sends no email. */
  unverified_accounts: { user_id: string }
  disabled_users: { user_id: string; disabled_at: number }
  personal_tokens: PersonalTokensTable
  device_passwords: DevicePasswordsTable
  connected_apps: ConnectedAppsTable
  oauth_records: OauthRecordsTable
}
