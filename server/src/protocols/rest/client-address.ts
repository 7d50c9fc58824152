// Adds the client's address to every request, even behind trusted proxies.
import type { FastifyInstance } from 'fastify'
import type { Addresses } from '../../platform/client-address/client-addresses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    clientAddress(): string
  }
}

export function nameAddresses(app: FastifyInstance, addresses: Addresses): void {
  app.decorateRequest('clientAddress', function () {
    return addresses.of(this.raw)
  })
}
