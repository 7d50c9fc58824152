// The composition root: creates every service once and wires them together.
import { join } from 'node:path'
import { routes, signInRoutes } from '@daymark/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import { type Config, quotasOf } from './config/config.ts'
import { calendarService } from './features/calendar/service.ts'
import { audienceOf } from './features/history/audience-store.ts'
import { changeLog } from './features/history/log.ts'
import { resourceReaders } from './features/history/readers.ts'
import { changeHandlers, historyHandlers } from './features/history/routes.ts'
import { historyService } from './features/history/service.ts'
import { holidayHandlers } from './features/holidays/routes.ts'
import { holidayService } from './features/holidays/service.ts'
import { meetingHandlers } from './features/meetings/routes.ts'
import { meetingService } from './features/meetings/service.ts'
import { friendHandlers } from './features/people/friends/routes.ts'
import { friendService } from './features/people/friends/service.ts'
import { userHandlers } from './features/people/users/routes.ts'
import { userService } from './features/people/users/service.ts'
import { recomputeRanges } from './features/planning/schedules/range/ranges.ts'
import { scheduleHandlers } from './features/planning/schedules/routes.ts'
import { scheduleService } from './features/planning/schedules/service.ts'
import { groupHandlers, todoHandlers } from './features/planning/todos/routes.ts'
import { todoService } from './features/planning/todos/service.ts'
import { preferenceHandlers } from './features/preferences/routes.ts'
import { preferenceService } from './features/preferences/service.ts'
import { quickAddHandlers } from './features/quick-add/routes.ts'
import { quickAddService } from './features/quick-add/service.ts'
import { reportHandlers } from './features/reports/routes.ts'
import { reportService } from './features/reports/service.ts'
import { tagHandlers } from './features/tags/routes.ts'
import { tagService } from './features/tags/service.ts'
import { timerDetail } from './features/timers/change.ts'
import { retiredTimerRoutes, timerHandlers } from './features/timers/routes.ts'
import { timerService } from './features/timers/service.ts'
import { usageHandlers } from './features/usage/routes.ts'
import { usageService } from './features/usage/service.ts'
import { visibilityHandlers } from './features/visibility/routes.ts'
import { selectedLists, visibilityService } from './features/visibility/service.ts'
import { recordedStorage } from './platform/changes/recording/recorded-storage.ts'
import { type BeforeCommit, changeRecorder } from './platform/changes/recording/recorder.ts'
import { prune, pruneHourly } from './platform/changes/retention.ts'
import { clientAddresses } from './platform/client-address/client-addresses.ts'
import type { Clock } from './platform/kernel/time/clock.ts'
import type { Tracing } from './platform/kernel/trace.ts'
import { openLimiter } from './platform/limiter/open.ts'
import { accountRuleFor, publicRule, restRules, ruleLookup } from './platform/limiter/rules.ts'
import { scheduledBackups } from './platform/storage/copies/archive/open.ts'
import type { Storage } from './platform/storage/unit-of-work.ts'
import { calendarHandlers, servePlayground } from './protocols/graphql/routes.ts'
import { nameAddresses } from './protocols/rest/client-address.ts'
import { serveDocs } from './protocols/rest/documents/docs.ts'
import { identify } from './protocols/rest/identify.ts'
import { boundLargeAnswers } from './protocols/rest/limits/large-answers.ts'
import { limitRequests } from './protocols/rest/limits/limit-requests.ts'
import { healthHandlers } from './protocols/rest/monitoring/health.ts'
import { openMetrics } from './protocols/rest/monitoring/metrics.ts'
import { traceRequests } from './protocols/rest/monitoring/trace-requests.ts'
import { answerUnknown } from './protocols/rest/not-found.ts'
import { mount } from './protocols/rest/requests/mount.ts'
import { httpServer } from './protocols/rest/server.ts'
import { openSignIn } from './protocols/rest/sign-in.ts'
import { openSockets } from './protocols/socket/open.ts'
import { serveSocketPlayground } from './protocols/socket/playground.ts'
import { serveWeb } from './protocols/web/web.ts'

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist')

export interface AppParts {
  config: Config
  storage: Storage
  clock: Clock
  log: Logger
  tracing?: Tracing | undefined
  /** Records writes in the change log. Benchmarks replace this hook to measure its cost. */
  record?: BeforeCommit | undefined
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, clock, log, tracing } = parts
  const recorder = changeRecorder({ clock, details: { timer: timerDetail }, quotas: quotasOf(config) })
  const storage = recordedStorage(parts.storage, parts.record ?? recorder)
  const users = userService({ uow: storage, clock })
  const friends = friendService({ uow: storage, clock, selectedLists })
  const visibility = visibilityService({ uow: storage, clock })
  const holidays = holidayService({ clock, homeCountry: config.HOLIDAY_COUNTRY })
  const meetings = meetingService({ uow: storage, clock })
  const schedules = scheduleService({ uow: storage, clock })
  const calendars = calendarService({ schedules })
  const preferences = preferenceService({ uow: storage, clock })
  const reports = reportService({ uow: storage, clock })
  const tags = tagService({ uow: storage, clock })
  const timers = timerService({ uow: storage, clock })
  const todos = todoService({ uow: storage, clock })
  const quickAdds = quickAddService({ uow: storage, clock, todos, schedules, timers })
  const history = historyService({
    uow: storage,
    clock,
    readers: resourceReaders,
    afterUndo: recomputeRanges,
  })

  const addresses = clientAddresses(config, log)
  const limits = await openLimiter({ redis_url: config.REDIS_URL, clock, log })
  const metrics = config.METRICS_ENABLED ? await openMetrics() : undefined
  const limiter = metrics?.counting(limits.limiter) ?? limits.limiter

  const app = await httpServer(config, log, { addressOf: addresses.of })
  nameAddresses(app, addresses)
  if (tracing) traceRequests(app, tracing)
  const publicUrl = () => config.PUBLIC_URL ?? app.listeningOrigin
  const signIn = await openSignIn({ config, storage, clock, log, users, publicUrl })
  const { sessions, keys } = signIn
  const stopPruning = pruneHourly(() =>
    prune(storage, clock.now(), config.CHANGES_DAYS).catch(error =>
      log.warn({ err: error }, 'old changes could not be deleted'),
    ),
  )
  app.addHook('onClose', async () => {
    stopPruning()
    addresses.stop()
    limits.close()
    signIn.stop()
    await backups?.stop()
  })
  app.decorate('writeContext', { storage, clock })
  identify(app, sessions)
  const sockets = await openSockets(app, {
    config,
    storage,
    clock,
    log,
    timers,
    changes: changeLog({ uow: storage, clock, readers: resourceReaders }),
    audience: audienceOf(storage),
    sessions,
    limiter,
    watch: metrics?.sockets,
    tracing,
    addressOf: addresses.of,
  })
  const usage = usageService({
    uow: storage,
    quotas: {
      ...quotasOf(config),
      tokens: config.QUOTA_TOKENS,
      sockets: config.WS_MAX_CONNECTIONS_PER_USER,
    },
    openSockets: sockets.countOf,
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
      addressOf: request => request.clientAddress(),
      others: { limiter: metrics?.counting(limits.local) ?? limits.local, rule: publicRule },
    })
  }
  boundLargeAnswers(app, request => request.session?.actor.id ?? addresses.of(request.raw))
  const backups = scheduledBackups(config, manifest.version, clock, log)
  app.addHook('onListen', async () => void backups?.check())
  metrics?.serve(app, { sockets: sockets.size, database: storage.load, backup: backups?.state })
  mount(app, signInRoutes.server, {
    info: async () => signIn.info(),
    ...healthHandlers(
      [
        { name: 'database', check: storage.check },
        ...(limits.check ? [{ name: 'redis', optional: true, check: sharedBy(limits.check) }] : []),
        { name: 'issuer', check: keys.check },
        ...(backups ? [backups.component] : []),
      ],
      clock,
    ),
  })
  mount(app, routes.calendar, calendarHandlers(calendars, { introspection: !config.production }))
  if (!config.production) {
    servePlayground(app)
    serveSocketPlayground(app)
  }
  mount(app, routes.changes, changeHandlers(history))
  mount(app, routes.history, historyHandlers(history))
  mount(app, routes.friends, friendHandlers(friends))
  mount(app, routes.holidays, holidayHandlers(holidays))
  mount(app, routes.meetings, meetingHandlers(meetings))
  mount(app, routes.quickAdd, quickAddHandlers(quickAdds))
  mount(app, routes.reports, reportHandlers(reports))
  mount(app, routes.schedules, scheduleHandlers(schedules))
  mount(app, routes.tags, { ...tagHandlers(tags), ...groupHandlers(todos) })
  mount(app, routes.timers, timerHandlers(timers))
  mount(app, routes.todos, todoHandlers(todos))
  mount(app, routes.users, {
    ...userHandlers(users),
    ...preferenceHandlers(preferences),
    ...usageHandlers(usage),
  })
  mount(app, routes.visibility, visibilityHandlers(visibility))
  signIn.mount(app)
  serveDocs(app, manifest.version)
  await serveWeb(app, { folder: WEB_FOLDER, connect: config.OIDC_ISSUER_URL })
  answerUnknown(app, { ...routes, ...signIn.routes }, retiredTimerRoutes)
  return app
}

/** Turns the limiter's state into a health check that fails while the limiter cannot use Redis. */
const sharedBy = (check: () => Promise<string>) => async () => {
  if ((await check()) !== 'shared')
    throw new Error('Redis cannot be reached; this instance counts rate limits on its own.')
}
