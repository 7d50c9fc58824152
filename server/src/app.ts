// The composition root: every part is made and handed over here, once.
import { routes } from '@daymark/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { friendHandlers } from './features/friends/routes.ts'
import { friendService } from './features/friends/service.ts'
import { holidayHandlers } from './features/holidays/routes.ts'
import { holidayService } from './features/holidays/service.ts'
import { meetingHandlers } from './features/meetings/routes.ts'
import { meetingService } from './features/meetings/service.ts'
import { tagHandlers } from './features/tags/routes.ts'
import { type GroupTodos, tagService } from './features/tags/service.ts'
import { userHandlers } from './features/users/routes.ts'
import { userService } from './features/users/service.ts'
import { visibilityHandlers } from './features/visibility/routes.ts'
import { selectedLists, visibilityService } from './features/visibility/service.ts'
import { authenticator } from './http/authenticator.ts'
import { health } from './http/health.ts'
import { identify } from './http/identify.ts'
import { remoteKeys } from './http/issuer-keys.ts'
import { mount } from './http/mount.ts'
import { answerUnknown } from './http/not-found.ts'
import { httpServer } from './http/server.ts'
import { verifyToken } from './http/verify-token.ts'
import type { Clock } from './kernel/clock.ts'
import type { Storage } from './storage/unit-of-work.ts'

export interface AppParts {
  config: Config
  storage: Storage
  clock: Clock
  log: Logger
}

export async function buildApp({ config, storage, clock, log }: AppParts): Promise<FastifyInstance> {
  const users = userService({ uow: storage, clock })
  const friends = friendService({ uow: storage, clock, selectedLists })
  const visibility = visibilityService({ uow: storage, clock })
  const holidays = holidayService({ clock, homeCountry: config.HOLIDAY_COUNTRY })
  const meetings = meetingService({ uow: storage, clock })
  const tags = tagService({ uow: storage, clock, groupTodos: noTodos })

  const issuer = config.OIDC_ISSUER_URL ?? ''
  const keys = remoteKeys({ issuer, jwksUrl: config.OIDC_JWKS_URL }, clock)
  const sessions = authenticator({
    verify: token =>
      verifyToken(token, {
        issuer,
        audience: config.OIDC_AUDIENCE,
        leewaySeconds: config.JWT_LEEWAY_S,
        keys,
        clock,
      }),
    rememberProfile: claims =>
      users.rememberProfile(
        {
          id: claims.sub,
          display_name: claims.name,
          avatar_url: claims.picture,
          email: claims.email,
          email_verified: claims.email_verified,
        },
        claims.issued_at,
      ),
    clock,
    leewaySeconds: config.JWT_LEEWAY_S,
  })

  const app = await httpServer(config, log)
  identify(app, sessions)
  health(app, [
    { name: 'database', check: storage.check },
    { name: 'issuer', check: keys.check },
  ])
  mount(app, routes.friends, friendHandlers(friends))
  mount(app, routes.holidays, holidayHandlers(holidays))
  mount(app, routes.meetings, meetingHandlers(meetings))
  mount(app, routes.tags, tagHandlers(tags))
  mount(app, routes.users, userHandlers(users))
  mount(app, routes.visibility, visibilityHandlers(visibility))
  answerUnknown(app, routes, [])
  return app
}

const noTodos: GroupTodos = { deleteAll: async () => 0, moveAll: async () => 0 }
