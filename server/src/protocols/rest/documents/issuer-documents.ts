// Publishes the embedded issuer's signing keys for programs that trust its tokens.
import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'

/** Short, so that verifiers see a new key soon. Most also fetch the keys again when a token names an unknown key. */
const CACHED = 'public, max-age=300'

/** Independent of the OpenID provider, because these keys also verify tokens from the JSON sign-in endpoints. */
export function serveIssuerDocuments(app: FastifyInstance, { keys }: { keys(): Promise<JWK[]> }): void {
  app.get('/auth/jwks', { config: { openToAll: true } }, async (_request, reply) => {
    reply.header('cache-control', CACHED)
    return { keys: await keys() }
  })
}
