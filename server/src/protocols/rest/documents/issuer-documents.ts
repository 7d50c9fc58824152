// The public signing keys of the embedded issuer, for programs that trust its tokens.
import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'

/** A short lifetime, so that verifiers see a new key soon. Most also refetch when they meet an unknown key. */
const CACHED = 'public, max-age=300'

/**
 * Served without the OpenID provider, because these keys also verify the tokens that the JSON endpoints for sign-in
 * issue.
 */
export function serveIssuerDocuments(app: FastifyInstance, { keys }: { keys(): Promise<JWK[]> }): void {
  app.get('/auth/jwks', { config: { openToAll: true } }, async (_request, reply) => {
    reply.header('cache-control', CACHED)
    return { keys: await keys() }
  })
}
