// The composition root: opens each subsystem once and wires it to the services and protocols.
import { routes, signInRoutes } from '@daymark/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import { allQuotasOf, restLimits } from './config/config.ts'
import type { HashCost } from './features/accounts/passwords/password-hash.ts'
import { administrationHandlers } from './features/administration/routes.ts'
import { exportHandlers } from './features/export/routes.ts'
import { openCalendars } from './features/feeds/open.ts'
import { openFocus } from './features/focus/open.ts'
import { audienceOf } from './features/history/audience-store.ts'
import { changeLog } from './features/history/log.ts'
import { resourceReaders } from './features/history/readers.ts'
import { sharedItemsHandler, tellReaders } from './features/history/shared-items-job.ts'
import { archiveImports, sourceImports } from './features/moving/open.ts'
import { archiveImportHandlers, sourceImportHandlers } from './features/moving/routes.ts'
import { openNotifications } from './features/notifications/open.ts'
import { SHARED_ITEMS_JOB } from './features/people/users/disabling.ts'
import { DELETION_JOB, personRemoval, REMOVAL_JOB } from './features/people/users/removal.ts'
import { openSubscriptions } from './features/subscriptions/open.ts'
import { retiredTimerRoutes } from './features/timers/routes.ts'
import { usageService } from './features/usage/service.ts'
import { openWebhooks } from './features/webhooks/open.ts'
import { prune } from './platform/changes/retention.ts'
import { clientAddresses } from './platform/client-address/client-addresses.ts'
import { openJobs } from './platform/jobs/open.ts'
import { cachedFor } from './platform/kernel/concurrency/cached.ts'
import type { Tracing } from './platform/kernel/trace.ts'
import { openLimiter } from './platform/limiter/open.ts'
import { accountRuleFor, publicRule, restRules, ruleLookup } from './platform/limiter/rules.ts'
import { storageSize } from './platform/observability/storage-size.ts'
import { mailerOf } from './platform/outbound/mail/mailer.ts'
import { openOutbound } from './platform/outbound/outbound.ts'
import { originOf } from './platform/outbound/outbound-url.ts'
import { program } from './platform/program/program.ts'
import { scheduledBackups } from './platform/storage/copies/archive/open.ts'
import { openParser } from './platform/uploads/parser.ts'
import type { Supervised } from './platform/workers/supervised.ts'
import { DAV_TREE, serveCalDav } from './protocols/caldav/routes.ts'
import { calendarHandlers, servePlayground } from './protocols/graphql/routes.ts'
import { serveMcp } from './protocols/mcp/routes.ts'
import { OAUTH_TREES } from './protocols/oauth/routes.ts'
import { nameAddresses } from './protocols/rest/client-address.ts'
import { serveDocs } from './protocols/rest/documents/docs.ts'
import { serveUnsubscribe } from './protocols/rest/documents/unsubscribe.ts'
import { serveFeeds } from './protocols/rest/feeds.ts'
import { mountResources, resourceHandlers } from './protocols/rest/handlers.ts'
import { hostCheck } from './protocols/rest/host-names.ts'
import { identify } from './protocols/rest/identify.ts'
import { jobHandlers } from './protocols/rest/jobs.ts'
import { boundLargeAnswers } from './protocols/rest/limits/large-answers.ts'
import { limitRequests } from './protocols/rest/limits/limit-requests.ts'
import { healthHandlers, healthOf, sharedBy, workersComponent } from './protocols/rest/monitoring/health.ts'
import { openMetrics } from './protocols/rest/monitoring/metrics.ts'
import { recordActivity } from './protocols/rest/monitoring/record-activity.ts'
import { serverStatus } from './protocols/rest/monitoring/server-status.ts'
import { traceRequests } from './protocols/rest/monitoring/trace-requests.ts'
import {
  databaseComponent,
  jobsComponent,
  outboundComponent,
  writesComponent,
} from './protocols/rest/monitoring/work-components.ts'
import { answerUnknown } from './protocols/rest/not-found.ts'
import { announcePositions } from './protocols/rest/position.ts'
import { mount } from './protocols/rest/requests/mount.ts'
import { httpServer } from './protocols/rest/server.ts'
import { openSignIn } from './protocols/rest/sign-in.ts'
import { openSockets } from './protocols/socket/open.ts'
import { serveSocketPlayground } from './protocols/socket/playground.ts'
import { serveWeb } from './protocols/web/web.ts'
import { createServices, type ServiceParts } from './services.ts'
import { stagedRequests } from './staged-requests.ts'

const MEGABYTE = 1_048_576
/** Longer than the outcomes of requests, which refer to staged requests. */
const STAGED_MS = 31 * 86_400_000
const HOURLY = { every_ms: 3_600_000 }
/** The database size is cached for this long, because PostgreSQL looks at every file to compute it. */
const SIZE_MS = 10_000

export interface AppParts extends ServiceParts {
  log: Logger
  tracing?: Tracing | undefined
  /** Set if this process is one of several workers. */
  workers?: Supervised | undefined
  /** Lets tests use cheaper password hashes. */
  passwordCost?: HashCost | undefined
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, clock, log, tracing, workers, most_at_once } = parts
  const services = createServices(parts)
  const { storage, users } = services
  const outbound = openOutbound(
    {
      allowHttp: config.OUTBOUND_ALLOW_HTTP,
      allowedNetworks: config.OUTBOUND_ALLOWED_NETWORKS,
      allowedPorts: config.OUTBOUND_ALLOWED_PORTS,
      own: {
        origin: () => (config.PUBLIC_URL === undefined ? undefined : originOf(new URL(config.PUBLIC_URL))),
        listening: () => {
          const address = app.server.address()
          return typeof address === 'object' ? (address ?? undefined) : undefined
        },
      },
    },
    config.production
      ? { misused: err => log.warn({ err }, 'a request waited for another server in a transaction') }
      : {},
  )
  const addresses = clientAddresses(config, log, outbound.fetchConfigured)
  const limits = await openLimiter({ redis_url: config.REDIS_URL, clock, log })
  const build = { version: manifest.version, database: storage.dialect.name }
  const metrics = config.METRICS_ENABLED ? await openMetrics(build, () => clock.now()) : undefined
  const limiter = metrics?.counting(limits.limiter) ?? limits.limiter

  const hostProblem = hostCheck({
    rules: {
      publicHost: config.hasPublicUrl ? new URL(config.PUBLIC_URL ?? '').host : undefined,
      allowed: config.ALLOWED_HOSTS,
    },
    isProxied: addresses.isProxied,
    warn: (details, message) => log.warn(details, message),
  })
  const app = await httpServer(config, log, {
    ...{ addressOf: addresses.of, hostProblem },
    signInFailed: metrics?.signInFailed,
  })
  nameAddresses(app, addresses)
  if (tracing) traceRequests(app, tracing)
  const parser = openParser({
    code: program.parserCode(),
    folder: config.DATA_DIR,
    failed: error => log.error({ err: error }, 'the process that reads uploads failed'),
  })
  const publicUrl = () => config.PUBLIC_URL ?? app.listeningOrigin
  const version = manifest.version
  const exchange = openCalendars({
    ...{ storage, clock, parser, version, publicUrl, most_at_once },
    settings: config,
  })
  const mailer = mailerOf(config, outbound)
  const audience = audienceOf(storage)
  const tell = tellReaders(storage, clock, audience)
  const removal = personRemoval({ uow: storage, clock, tellReaders: tell })
  const signIn = await openSignIn({
    removal,
    ...{ config, storage, clock, log, users, mailer, outbound, limiter, publicUrl },
    addressOf: addresses.of,
    passwordCost: parts.passwordCost,
  })
  const { sessions, keys } = signIn
  const jobs = openJobs({ storage, clock, log, count: metrics?.jobs.count })
  jobs.periodic('retention', HOURLY, async () => {
    await prune(storage, clock.now(), config.CHANGES_DAYS)
    await staged.prune(clock.now() - STAGED_MS)
    await storage.shrink()
  })
  jobs.periodic('sign_in_sweep', HOURLY, signIn.sweep)
  signIn.handleJobs(jobs)
  jobs.handle(REMOVAL_JOB, removal.handler)
  jobs.handle(SHARED_ITEMS_JOB, sharedItemsHandler(tell))
  jobs.handle(DELETION_JOB, removal.deletionHandler)
  const notifications = openNotifications({
    ...{ uow: storage, clock, jobs, settings: config, mailer, outbound, publicUrl },
  })
  const focus = openFocus({ uow: storage, clock, jobs })
  const webhooks = openWebhooks({ uow: storage, clock, jobs, readers: resourceReaders, outbound })
  app.addHook('onClose', async () => {
    await webhooks.stop()
    await jobs.stop()
    mailer?.close()
    addresses.stop()
    limits.close()
    signIn.stop()
    await backups?.stop()
  })
  app.decorate('uploads', { folder: config.DATA_DIR, archiveBytes: config.IMPORT_MAX_MB * MEGABYTE })
  const mostBytes = config.QUOTA_BYTES
  const fromSources = sourceImports({ storage, clock, parser, mostBytes, most_at_once })
  const fromArchives = archiveImports({
    ...{ storage, clock, parser, mostBytes, most_at_once },
    folder: config.DATA_DIR,
  })
  const staged = stagedRequests({
    ...{ storage, clock, jobs, history: services.history },
    calendars: exchange.stagedImport,
    sources: fromSources,
    archives: fromArchives,
  })
  app.decorate('writeContext', { storage, clock, staged }).decorate('jobs', jobs)
  announcePositions(app)
  identify(app, sessions)
  const sockets = await openSockets(app, {
    config,
    clock,
    log,
    storage,
    changes: changeLog({ uow: storage, clock, readers: resourceReaders }),
    audience,
    sessions,
    limiter,
    watch: metrics?.sockets,
    tracing,
    addressOf: addresses.of,
    hostProblem,
    noteActivity: notifications.presence.noteActivity,
    used: signIn.used,
  })
  recordActivity(app, notifications.presence)
  storage.publishTo(notices => sockets.publish(jobs.takeNotices(webhooks.notice(notices))))
  const usage = usageService({
    uow: storage,
    quotas: allQuotasOf(config),
    openSockets: sockets.countOf,
  })
  if (config.RATE_LIMIT_ENABLED) {
    const restRuleFor = ruleLookup(restRules(restLimits(config)))
    limitRequests(app, {
      limiter,
      ruleFor: (method, target) => restRuleFor(method, target) ?? accountRuleFor(method, target),
      addressOf: request => request.clientAddress(),
      others: { limiter: metrics?.counting(limits.local) ?? limits.local, rule: publicRule },
    })
  }
  boundLargeAnswers(app, request => request.session?.actor.id ?? addresses.of(request.raw))
  const backups = scheduledBackups(config, manifest.version, clock, log)
  app.addHook('onListen', async () => {
    void backups?.check()
    await jobs.start()
    await webhooks.wakeAll()
    await notifications.start()
  })
  const health = healthOf(
    [
      databaseComponent(storage),
      writesComponent(storage),
      jobsComponent(jobs),
      outboundComponent(outbound),
      ...(limits.check ? [{ name: 'redis', optional: true, check: sharedBy(limits.check) }] : []),
      { name: 'issuer', check: keys.check },
      ...(backups ? [backups.component] : []),
      ...(workers ? [workersComponent(workers)] : []),
    ],
    clock,
  )
  const size = cachedFor(SIZE_MS, clock, () => storageSize(config.database, storage))
  metrics?.serve(app, {
    sockets: sockets.size,
    database: storage.load,
    size,
    health,
    backup: backups?.state,
    jobs: jobs.figures,
    workers,
  })
  mount(app, signInRoutes.server, { info: signIn.info, ...healthHandlers(health) })
  app.decorate('setupCode', signIn.setupCode)
  mount(app, routes.calendar, calendarHandlers(services.calendars, { introspection: !config.production }))
  if (!config.production) {
    servePlayground(app)
    serveSocketPlayground(app)
  }
  const handlers = resourceHandlers({ ...services, usage, most_at_once })
  mountResources(app, handlers)
  mount(app, routes.jobs, jobHandlers(staged))
  mount(app, routes.focus, focus.handlers)
  mount(app, routes.notifications, notifications.handlers)
  mount(app, routes.personalData, {
    ...exportHandlers(services.exports, clock),
    ...archiveImportHandlers(fromArchives),
  })
  serveUnsubscribe(app, notifications.unsubscribe)
  mount(app, routes.webhooks, webhooks.handlers)
  mount(app, routes.imports, {
    ...exchange.handlers.imports,
    ...sourceImportHandlers(fromSources),
  })
  mount(
    app,
    routes.subscriptions,
    openSubscriptions({ uow: storage, clock, jobs, outbound, parser, folder: config.DATA_DIR }),
  )
  mount(app, routes.feeds, exchange.handlers.feeds)
  serveFeeds(app, { feeds: exchange.feeds, limiter: config.RATE_LIMIT_ENABLED ? limiter : undefined })
  signIn.mount(app)
  const state = { ...build, config, size, jobs: jobs.readFigures, backup: backups?.state, health }
  mount(
    app,
    routes.administration,
    administrationHandlers({ service: signIn.administration, status: zone => serverStatus(state, zone) }),
  )
  serveCalDav(app, { storage, objects: services.calendarObjects, users, heavy: services.heavy })
  serveMcp(app, {
    ...{ version: manifest.version, storage, staged, clock, handlers, publicUrl },
    origins: { allowed: config.CORS_ALLOWED_ORIGINS, publicUrl: config.PUBLIC_URL },
    issuer: signIn.issuer,
  })
  serveDocs(app, manifest.version)
  await serveWeb(app, { files: program.files, connect: config.OIDC_ISSUER_URL })
  const trees = [DAV_TREE, ...(config.OIDC_ISSUER_URL ? [] : OAUTH_TREES)]
  answerUnknown(app, { ...routes, ...signIn.routes }, retiredTimerRoutes, trees)
  return app
}
