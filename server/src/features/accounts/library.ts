// Configures the account library (better-auth) for our tables. The library manages the signing keys and signs tokens.
import type { BetterAuthOptions } from 'better-auth'
import type { JWK } from 'jose'
import { newId } from '../../platform/kernel/ids.ts'
import { libraryKysely } from '../../platform/storage/library/library-kysely.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { KEY_LIFE_MS } from './keys/signing-key.ts'

export interface AccountLibrary {
  /** Returns a JWT with these claims, signed with the current key. */
  sign(claims: Record<string, unknown>): Promise<string>
  /** Decrypts a private key that the library has stored. */
  openKey(stored: string): Promise<JWK>
}

const SECRET_VERSION = 1

/** Loads the library on first use, because loading takes a second and 50 MB. */
export function accountLibrary(storage: Storage, secret: string): () => Promise<AccountLibrary> {
  let loading: Promise<AccountLibrary> | undefined
  return () => {
    loading ??= load(storage, secret).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function load(storage: Storage, secret: string): Promise<AccountLibrary> {
  const [{ betterAuth }, { getAdapter }, { jwt }, { symmetricDecrypt }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/db/adapter'),
    import('better-auth/plugins/jwt'),
    import('better-auth/crypto'),
  ])
  const options = { ...libraryOptions(storage, secret), plugins: [jwt(keyOptions)] }
  const adapter = await getAdapter(options)
  const auth = betterAuth({ ...options, database: () => adapter })

  return {
    sign: async payload => (await auth.api.signJWT({ body: { payload } })).token,
    async openKey(stored) {
      const key = { keys: new Map([[SECRET_VERSION, secret]]), currentVersion: SECRET_VERSION }
      return JSON.parse(await symmetricDecrypt({ key, data: JSON.parse(stored) as string })) as JWK
    },
  }
}

/** Exported for the test that compares our migration with the library's schema. */
export const keyOptions = {
  jwks: { keyPairConfig: { alg: 'ES256' as const }, rotationInterval: KEY_LIFE_MS / 1000 },
  schema: {
    jwks: {
      modelName: 'signing_keys',
      fields: {
        publicKey: 'public_key',
        privateKey: 'private_key',
        createdAt: 'created_at',
        expiresAt: 'expires_at',
      },
    },
  },
}

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** Exported for the test that compares our migration with the library's schema. */
export function libraryOptions(storage: Storage, secret: string) {
  return {
    // The library's own routes are not served, so this URL never appears in a response.
    baseURL: 'http://localhost',
    secrets: [{ version: SECRET_VERSION, value: secret }],
    database: { db: libraryKysely(storage), type: storage.dialect.name, transaction: false },
    advanced: {
      // Skips the library's schema check, which reads the whole catalog at the first sign-in and fails if another
      // application drops a table at that moment. A test checks our tables instead.
      database: { generateId: newId, validateSchema: false },
      ipAddress: { disableIpTracking: true },
    },
    telemetry: { enabled: false },
    // The library would log email addresses.
    logger: { disabled: true },
    user: { modelName: 'accounts', fields: { ...stamps, emailVerified: 'email_verified' } },
    account: {
      modelName: 'account_credentials',
      fields: {
        ...stamps,
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    session: {
      modelName: 'account_sessions',
      fields: {
        ...stamps,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    verification: { modelName: 'account_verifications', fields: { ...stamps, expiresAt: 'expires_at' } },
  } satisfies BetterAuthOptions
}
