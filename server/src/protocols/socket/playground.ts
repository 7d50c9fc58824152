// Developers use this page to sign in, send socket messages and see the responses.
import type { FastifyInstance } from 'fastify'
import { serveDocument } from '../rest/documents/document.ts'
import { selfContainedPage } from '../rest/documents/page.ts'

/** The page contains no data, so it needs no token. */
export const serveSocketPlayground = (app: FastifyInstance): void =>
  serveDocument(app, '/ws-playground', () => selfContainedPage('socket-playground.html'))
