// The API reference at /docs, from files of this machine only, and the documents that it shows.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const VIEWER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const START = `SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: false,
  docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: true, validatorUrl: null,
})
`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daymark API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The plain document is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// The viewer sets styles inline and draws its icons from data URLs; scripts come from here alone.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export function serveDocs(app: FastifyInstance, version: string): void {
  // Loaded and made when first asked for: most starts never show them.
  let openApi: string | undefined
  let asyncApi: string | undefined
  const json = 'application/json; charset=utf-8'
  app.get('/openapi.json', async (_request, reply) => {
    openApi ??= JSON.stringify((await import('@daymark/contract/openapi')).openApiDocument(version))
    return reply.type(json).send(openApi)
  })
  app.get('/asyncapi.json', async (_request, reply) => {
    asyncApi ??= JSON.stringify((await import('@daymark/contract/asyncapi')).asyncApiDocument(version))
    return reply.type(json).send(asyncApi)
  })
  app.get('/docs', (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  for (const [name, type] of Object.entries(FILES)) {
    app.get(`/docs/${name}`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(readFileSync(join(VIEWER, name))),
    )
  }
}
