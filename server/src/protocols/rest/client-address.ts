// Adds the client address to every request, even behind proxies.
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
