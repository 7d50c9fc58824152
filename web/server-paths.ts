// In development, Vite proxies these paths to the server and serves everything else.

export const SERVER_PATHS = [
  '/v1',
  '/auth',
  '/.well-known',
  '/config.json',
  '/health',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/asyncapi.json',
  '/calendar.graphql',
  '/ws-playground',
]
