// Serves the web app. Browsers cache hashed files for a year, and revalidate all other files.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { KOREAN_FONT_PATH } from '../oauth/pages/layout.ts'

const YEAR_S = 31_536_000

export interface WebOptions {
  /** The folder with the built files. */
  folder: string
  /** The URL of an external OpenID provider, if there is one. The page may connect to its origin. */
  connect?: string | undefined
}

/** Allows resources only from this server. Avatars may come from any HTTPS address, and the page may call `connect`. */
const policy = (connect: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${connect ? ` ${new URL(connect).origin}` : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  if (!existsSync(join(options.folder, 'index.html'))) return notBuilt(app)
  const pagePolicy = policy(options.connect)
  const serving = (cacheControl: string) => ({
    index: false as const,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply: FastifyReply) => {
      reply.header('cache-control', cacheControl)
      reply.header('content-security-policy', pagePolicy)
    },
  })
  await app.register(fastifyStatic, {
    root: options.folder,
    wildcard: false,
    // One route covers all hashed files, because hundreds of routes would slow down every start.
    globIgnore: ['assets/**'],
    ...serving('no-cache'),
  })
  await app.register(fastifyStatic, {
    root: join(options.folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    ...serving(`public, max-age=${YEAR_S}, immutable`),
  })
  const [koreanFont] = globSync('korean-font-*.css', { cwd: join(options.folder, 'assets') })
  if (koreanFont)
    app.get(KOREAN_FONT_PATH, (_request, reply) =>
      reply.header('cache-control', 'no-cache').redirect(`/assets/${koreanFont}`),
    )
  for (const path of ['/', ...PAGES.flatMap(page => [`/${page}`, `/${page}/*`])]) {
    app.get(path, (_request, reply) => reply.sendFile('index.html'))
  }
}

/** The web app's paths. All serve the same page, which does the routing. */
const PAGES = [
  'day',
  'today',
  'calendar',
  'todos',
  'timers',
  'focus',
  'reports',
  'tags',
  'people',
  'meetings',
  'poll',
  'history',
  'trash',
  'notifications',
  'settings',
  'sign-in',
  'sign-up',
  'callback',
  'forgot-password',
  'reset-password',
  'verify-email',
]

function notBuilt(app: FastifyInstance): void {
  app.get('/', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send('The web app is not built. Run "npm run build" and start again; the API works without it.\n'),
  )
}
