// Serves the web app. Browsers cache hashed files for a year, and revalidate all other files.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Files, StoredFile } from '../../platform/program/files.ts'
import { KOREAN_FONT_PATH } from '../oauth/pages/layout.ts'
import { matchesTag } from '../rest/requests/conditional.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the page of the web app, which does the routing. */
    sendPage(): FastifyReply
  }
}

const YEAR_S = 31_536_000
const FOREVER = `public, max-age=${YEAR_S}, immutable`
const REVALIDATE = 'no-cache'

export interface WebOptions {
  /** Contains the built files in the folder `web`. */
  files: Files
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

export async function serveWeb(app: FastifyInstance, { files, connect }: WebOptions): Promise<void> {
  if (!files.find('web/index.html')) return notBuilt(app)
  const pagePolicy = policy(connect)

  /** Returns undefined if there is no such file. */
  function send(request: FastifyRequest, reply: FastifyReply, name: string, cacheControl: string) {
    const plain = files.find(`web/${name}`)
    if (!plain) return undefined
    const { file, encoding } = smallest(files, name, plain, request.headers['accept-encoding'])
    const etag = `"${file.tag}"`
    reply.headers({
      'cache-control': cacheControl,
      'content-security-policy': pagePolicy,
      vary: 'accept-encoding',
      etag,
    })
    const known = request.headers['if-none-match']
    if (known !== undefined && matchesTag(known, etag)) return reply.code(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    reply.header('content-length', file.size).type(typeOf(name))
    return request.method === 'HEAD' ? reply.send() : reply.send(file.stream())
  }

  const names = await files.list('web')
  for (const name of names.filter(each => TYPES.has(extensionOf(each))))
    app.get(`/${name}`, (request, reply) => send(request, reply, name, REVALIDATE))
  // One route covers all hashed files, because hundreds of routes would slow down every start.
  app.get('/assets/*', (request, reply) => {
    const { '*': rest } = request.params as { '*': string }
    const isOffered = TYPES.has(extensionOf(rest))
    return (isOffered && send(request, reply, `assets/${rest}`, FOREVER)) || reply.callNotFound()
  })
  const koreanFont = (await files.list('web/assets')).find(name => /^korean-font-.*\.css$/.test(name))
  if (koreanFont)
    app.get(KOREAN_FONT_PATH, (_request, reply) =>
      reply.header('cache-control', 'no-cache').redirect(`/assets/${koreanFont}`),
    )
  app.decorateReply('sendPage', function (this: FastifyReply) {
    return send(this.request, this, 'index.html', REVALIDATE) ?? this
  })
  for (const path of ['/', ...PAGES.flatMap(page => [`/${page}`, `/${page}/*`])])
    app.get(path, (_request, reply) => reply.sendPage())
}

/** Compressed files, which the build writes beside the others, with the extensions of their encodings. */
const ENCODINGS = [
  { encoding: 'br', extension: 'br' },
  { encoding: 'gzip', extension: 'gz' },
] as const

interface Chosen {
  file: StoredFile
  encoding?: string
}

function smallest(files: Files, name: string, plain: StoredFile, accepted: string | undefined): Chosen {
  for (const { encoding, extension } of ENCODINGS) {
    const file = accepts(accepted, encoding) ? files.find(`web/${name}.${extension}`) : undefined
    if (file) return { file, encoding }
  }
  return { file: plain }
}

function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? '').split(',').some(each => {
    const [name, quality] = each.toLowerCase().split(';')
    return name?.trim() === encoding && !/^\s*q=0(?:\.0*)?\s*$/.test(quality ?? '')
  })
}

const TYPES = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['webmanifest', 'application/manifest+json'],
  ['woff2', 'font/woff2'],
])

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
const typeOf = (name: string): string => TYPES.get(extensionOf(name)) ?? 'application/octet-stream'

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
