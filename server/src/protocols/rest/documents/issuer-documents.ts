// The OpenID discovery documents of the embedded issuer, for programs that trust its tokens.
import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'

/** A short lifetime, so that verifiers see a new key soon. Most also refetch when they meet an unknown key. */
const CACHED = 'public, max-age=300'

export interface IssuerDocuments {
  issuer(): string
  keys(): Promise<JWK[]>
}

export function serveIssuerDocuments(app: FastifyInstance, { issuer, keys }: IssuerDocuments): void {
  const config = { openToAll: true }
  app.get('/.well-known/openid-configuration', { config }, async (_request, reply) => {
    reply.header('cache-control', CACHED)
    return {
      issuer: issuer(),
      jwks_uri: `${issuer()}/auth/jwks`,
      token_endpoint: `${issuer()}/auth/token`,
      // There is no authorization endpoint, because only our own pages and programs sign in here.
      response_types_supported: [],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'sid',
        'email',
        'email_verified',
        'name',
        'picture',
      ],
    }
  })
  app.get('/auth/jwks', { config }, async (_request, reply) => {
    reply.header('cache-control', CACHED)
    return { keys: await keys() }
  })
}
