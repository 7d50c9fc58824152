// Serves the API reference at /docs from local files, and its OpenAPI, AsyncAPI and GraphQL documents.
import type { FastifyInstance } from 'fastify'
import { program, required } from '../../../platform/program/program.ts'
import { DOCS_STYLE, docsPage, graphqlPage, type SocketDocument, socketPage } from './docs-pages.ts'
import { once, serveDocument } from './document.ts'

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const START = `SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: false,
  docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: true, validatorUrl: null,
})
`

// The API viewer uses a CSS class for dark mode, so this script sets the class from the system's color scheme.
const SCHEME = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
`

const PAGE = docsPage(
  '/docs',
  'REST',
  `<div id="reference"></div>
<noscript>The reference needs JavaScript. The plain document is at <a href="/openapi.json">/openapi.json</a>.</noscript>`,
  '<link rel="stylesheet" href="/docs/swagger-ui.css">\n',
  '<script src="/docs/swagger-ui-bundle.js"></script>\n<script src="/docs/start.js"></script>\n',
)

// The API viewer uses inline styles and icons from data URLs. Scripts are allowed only from this server.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export function serveDocs(app: FastifyInstance, version: string): void {
  const asyncApi = once(async () =>
    (await import('@daymark/contract/documents/asyncapi')).asyncApiDocument(version),
  )
  const sdl = async () => (await import('@daymark/contract/planning/calendar')).calendarSdl
  const offer = (url: string, type: string, text: () => string | Promise<string>) =>
    serveDocument(app, url, async () => ({ text: await text(), type: `${type}; charset=utf-8` }))
  const page = (url: string, text: () => string | Promise<string>) =>
    serveDocument(app, url, async () => ({
      text: await text(),
      type: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': POLICY },
    }))

  offer('/openapi.json', 'application/json', async () =>
    JSON.stringify((await import('@daymark/contract/documents/openapi')).openApiDocument(version)),
  )
  offer('/asyncapi.json', 'application/json', async () => JSON.stringify(await asyncApi()))
  offer('/calendar.graphql', 'text/plain', sdl)
  page('/docs', () => PAGE)
  page('/docs/socket', async () => socketPage((await asyncApi()) as unknown as SocketDocument))
  page('/docs/graphql', async () => graphqlPage(await sdl()))
  offer('/docs/start.js', 'text/javascript', () => SCHEME + START)
  offer('/docs/reference.css', 'text/css', () => DOCS_STYLE)
  for (const [name, type] of Object.entries(FILES)) {
    serveDocument(app, `/docs/${name}`, () => ({
      text: required(program.files, `viewer/${name}`).read(),
      type,
      headers: { 'cache-control': 'public, max-age=86400' },
    }))
  }
}
