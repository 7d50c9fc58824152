// The composition root: every part is made and handed over here, once.
import { join } from 'node:path'
import { routes } from '@daymark/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { calendarHandlers, servePlayground } from './features/calendar/routes.ts'
import { calendarService } from './features/calendar/service.ts'
import { friendHandlers } from './features/friends/routes.ts'
import { friendService } from './features/friends/service.ts'
import { holidayHandlers } from './features/holidays/routes.ts'
import { holidayService } from './features/holidays/service.ts'
import { meetingHandlers } from './features/meetings/routes.ts'
import { meetingService } from './features/meetings/service.ts'
import { scheduleHandlers } from './features/schedules/routes.ts'
import { scheduleService } from './features/schedules/service.ts'
import { tagHandlers } from './features/tags/routes.ts'
import { tagService } from './features/tags/service.ts'
import { timersLetGo } from './features/timers/let-go.ts'
import { recordSharing } from './features/timers/record.ts'
import { retiredTimerRoutes, timerHandlers } from './features/timers/routes.ts'
import { timerService } from './features/timers/service.ts'
import { groupTodos } from './features/todos/group-todos.ts'
import { todoHandlers } from './features/todos/routes.ts'
import { sourceTodos, todoFactory } from './features/todos/schedule-todos.ts'
import { todoService } from './features/todos/service.ts'
import { userHandlers } from './features/users/routes.ts'
import { userService } from './features/users/service.ts'
import { visibilityHandlers } from './features/visibility/routes.ts'
import { selectedLists, visibilityService } from './features/visibility/service.ts'
import { clientAddresses } from './http/address.ts'
import { serveDocs } from './http/docs.ts'
import { health } from './http/health.ts'
import { identify } from './http/identify.ts'
import { limitRequests } from './http/limits.ts'
import { openMetrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { answerUnknown } from './http/not-found.ts'
import { httpServer } from './http/server.ts'
import { traceRequests } from './http/trace-requests.ts'
import { serveWeb } from './http/web.ts'
import type { Clock } from './kernel/clock.ts'
import type { Tracing } from './kernel/trace.ts'
import { openLimiter } from './limiter/open.ts'
import { accountRuleFor, restRules, ruleLookup } from './limiter/rules.ts'
import { serveSocketPlayground } from './realtime/playground.ts'
import { openSignIn } from './sign-in.ts'
import { openSockets } from './sockets.ts'
import { withRemovals } from './storage/removals.ts'
import type { Storage } from './storage/unit-of-work.ts'

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist')

export interface AppParts {
  config: Config
  storage: Storage
  clock: Clock
  log: Logger
  tracing?: Tracing | undefined
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, storage, clock, log, tracing } = parts
  /** For what timers are linked to. */
  const linked = withRemovals(storage, timersLetGo(clock))
  const users = userService({ uow: storage, clock })
  const friends = friendService({ uow: storage, clock, selectedLists })
  const visibility = visibilityService({ uow: storage, clock, onShared: recordSharing })
  const holidays = holidayService({ clock, homeCountry: config.HOLIDAY_COUNTRY })
  const meetings = meetingService({ uow: storage, clock })
  const schedules = scheduleService({ uow: linked, clock, todoFactory: todoFactory(clock), sourceTodos })
  const calendars = calendarService({ schedules })
  const tags = tagService({ uow: linked, clock, groupTodos: groupTodos(clock) })
  const timers = timerService({ uow: storage, clock })
  const todos = todoService({ uow: linked, clock })

  const addresses = clientAddresses(config, log)
  const limits = await openLimiter({ redis_url: config.REDIS_URL, clock, log })
  const metrics = config.METRICS_ENABLED ? await openMetrics() : undefined
  const limiter = metrics?.counting(limits.limiter) ?? limits.limiter

  const app = await httpServer(config, log)
  if (tracing) traceRequests(app, tracing)
  const publicUrl = () => config.PUBLIC_URL ?? app.listeningOrigin
  const signIn = await openSignIn({ config, storage, clock, log, users, publicUrl })
  const { sessions, keys } = signIn
  app.addHook('onClose', async () => {
    addresses.stop()
    limits.close()
    signIn.stop()
  })
  identify(app, sessions)
  const hub = await openSockets(app, {
    config,
    storage,
    clock,
    log,
    timers,
    sessions,
    limiter,
    watch: metrics?.sockets,
    tracing,
    addressOf: addresses.of,
  })
  if (config.RATE_LIMIT_ENABLED) {
    const restRuleFor = ruleLookup(
      restRules({
        default_window_s: config.RATE_LIMIT_DEFAULT_WINDOW,
        default_max: config.RATE_LIMIT_DEFAULT_REQUESTS,
      }),
    )
    limitRequests(app, {
      limiter,
      ruleFor: (method, target) => restRuleFor(method, target) ?? accountRuleFor(method, target),
      addressOf: request => addresses.of(request.raw),
    })
  }
  metrics?.serve(app, { sockets: () => hub.size, database: storage.load })
  health(app, [
    { name: 'database', check: storage.check },
    ...(limits.check ? [{ name: 'redis', optional: true, check: sharedBy(limits.check) }] : []),
    { name: 'issuer', check: keys.check },
  ])
  mount(app, routes.calendar, calendarHandlers(calendars, { introspection: !config.production }))
  if (!config.production) {
    servePlayground(app)
    serveSocketPlayground(app)
  }
  mount(app, routes.friends, friendHandlers(friends))
  mount(app, routes.holidays, holidayHandlers(holidays))
  mount(app, routes.meetings, meetingHandlers(meetings))
  mount(app, routes.schedules, scheduleHandlers(schedules))
  mount(app, routes.tags, tagHandlers(tags))
  mount(app, routes.timers, timerHandlers(timers))
  mount(app, routes.todos, todoHandlers(todos))
  mount(app, routes.users, userHandlers(users))
  mount(app, routes.visibility, visibilityHandlers(visibility))
  signIn.mount(app)
  serveDocs(app, manifest.version)
  await serveWeb(app, { folder: WEB_FOLDER, connect: config.OIDC_ISSUER_URL })
  answerUnknown(app, { ...routes, ...signIn.routes }, retiredTimerRoutes)
  return app
}

/** Redis is well when the limiter counts in it. */
const sharedBy = (check: () => Promise<string>) => async () => {
  if ((await check()) !== 'shared')
    throw new Error('Redis cannot be reached; this instance counts for itself.')
}
