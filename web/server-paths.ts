// The paths that the server answers. In development Vite passes them on to it and serves everything else itself.

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
