// Serves the page on which a developer signs in, sends socket messages and sees what comes back.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Page, selfContainedPage } from '../rest/page.ts'

/** It holds no data, so it needs no token. Read on first use, for most servers never need it. */
export function serveSocketPlayground(app: FastifyInstance): void {
  let page: Page | undefined
  app.get('/ws-playground', { config: { openToAll: true } }, (_request, reply) => {
    page ??= selfContainedPage(join(import.meta.dirname, 'playground.html'))
    reply.header('content-security-policy', page.policy).type('text/html; charset=utf-8').send(page.text)
  })
}
