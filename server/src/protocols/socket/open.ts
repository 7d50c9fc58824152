import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { Audience } from '../../features/history/audience-store.ts'
import type { ChangeLog } from '../../features/history/log.ts'
import { readableKinds } from '../../features/history/routes.ts'
import { timerActivity } from '../../features/timers/activity/activity.ts'
import { timerState } from '../../features/timers/state.ts'
import { openBus } from '../../platform/bus/open.ts'
import type { RecordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import { addressKey } from '../../platform/client-address/client-ip.ts'
import { forbidden } from '../../platform/kernel/errors.ts'
import type { Notice } from '../../platform/kernel/notice.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tracing } from '../../platform/kernel/trace.ts'
import { type Decision, type Limiter, type Rule, userKey } from '../../platform/limiter/port.ts'
import { socketRules } from '../../platform/limiter/rules.ts'
import type { SocketWatch } from '../../platform/observability/socket-watch.ts'
import { ACCESS_CHANNEL } from '../../platform/sign-in/access-notice.ts'
import type { Authenticator } from '../../platform/sign-in/authenticator.ts'
import { requireScope, requireWholeApi } from '../../platform/sign-in/require-scope.ts'
import { Hub } from './connection/hub.ts'
import { namingSpans, tracedHandler } from './connection/traced-messages.ts'
import { acceptSockets, type UpgradeParts } from './connection/upgrade.ts'
import { conversationHandler } from './conversation/handler.ts'
import { sharedChanges } from './conversation/shared-changes.ts'

export interface SocketParts {
  config: Config
  clock: Clock
  log: Logger
  storage: RecordedStorage
  changes: ChangeLog
  audience: Audience
  sessions: Authenticator
  limiter: Limiter
  watch: SocketWatch | undefined
  tracing: Tracing | undefined
  addressOf(request: IncomingMessage): string
  used: UpgradeParts['used']
  hostProblem: UpgradeParts['hostProblem']
  /** Called when one of this person's devices has shown activity. */
  noteActivity(userId: string): void
}

export interface OpenSockets {
  /** Delivers a commit's notices to the sockets on all instances. */
  publish(notices: readonly Notice[]): void
  size(): number
  /** The number of a person's open sockets on all instances. */
  countOf(userId: string): number | Promise<number>
}

export async function openSockets(
  app: Parameters<typeof acceptSockets>[0],
  parts: SocketParts,
): Promise<OpenSockets> {
  const { config, clock, log, storage, sessions, watch, tracing } = parts
  const most = config.WS_MAX_CONNECTIONS_PER_USER
  const { bus, quota } = await openBus({ redis_url: config.REDIS_URL, most, log })
  const { message, connect } = socketRules({
    connect_window_s: config.WS_CONNECT_WINDOW,
    connect_max: config.WS_CONNECT_MAX,
    message_window_s: config.WS_MESSAGE_WINDOW,
    message_max: config.WS_MESSAGE_MAX,
  })
  const ask = asking(parts.limiter, config.WS_RATE_LIMIT_ENABLED)
  const handler = conversationHandler({
    storage,
    state: timerState({ uow: storage, clock }),
    activity: timerActivity(storage),
    changes: parts.changes,
    shared: sharedChanges(parts.audience, clock),
    bus,
    clock,
    log,
    watch: watchMessages(watch, tracing),
    limit: userId => ask(message, userKey(userId), ({ allowed, reset_s }) => (allowed ? undefined : reset_s)),
  })
  const hub = new Hub({
    bus,
    handler: tracing ? tracedHandler(handler, tracing) : handler,
    clock,
    log,
    watch,
    mayPong: userId => ask(message, userKey(userId), ({ allowed }) => allowed),
    noteActivity: parts.noteActivity,
    accessEnded({ user_id, is_partial }) {
      const isTheirs = ({ actor }: Session) => actor.id === user_id
      if (is_partial) void sessions.recheck(isTheirs)
      // Revokes without a check, because the database may no longer contain anything about a deleted person.
      else sessions.revoke(isTheirs)
    },
  })
  // Joins the channel on which every instance announces that a person's access has ended.
  await bus.join(ACCESS_CHANNEL)
  acceptSockets(app, {
    endpoints: [
      { path: '/ws/timers', isLive: false, admits: requireTimers },
      { path: '/ws', isLive: true, admits: requireAnyKind },
    ],
    hub,
    sessions,
    log,
    watch,
    origins: { allowed: config.CORS_ALLOWED_ORIGINS, publicUrl: config.PUBLIC_URL },
    quota,
    addressOf: parts.addressOf,
    hostProblem: parts.hostProblem,
    used: parts.used,
    admit: who => {
      const key = 'userId' in who ? userKey(who.userId) : addressKey(parts.addressOf(who.request))
      return ask(connect, key, ({ allowed }) => allowed)
    },
  })
  app.addHook('onClose', async () => {
    quota.close()
    await bus.close()
  })
  return {
    publish(notices) {
      // `announce` only queues tasks, so it runs first. The bus runs the code of every connection.
      handler.announce(notices)
      bus.publish(notices)
    },
    size: () => hub.size,
    countOf: userId => quota.count(userId),
  }
}

type MessageWatch = Pick<SocketWatch, 'received' | 'failed'>

function watchMessages(watch?: MessageWatch, tracing?: Tracing): MessageWatch | undefined {
  const names = tracing && namingSpans(tracing)
  if (!watch || !names) return watch ?? names
  return {
    received(type) {
      watch.received(type)
      names.received(type)
    },
    failed(code) {
      watch.failed(code)
      names.failed(code)
    },
  }
}

/** Throws if the token is only for /mcp, or may not read timers. */
function requireTimers(session: Session): void {
  requireWholeApi(session)
  requireScope(session, 'timers', 'read')
}

function requireAnyKind(session: Session): void {
  requireWholeApi(session)
  if (readableKinds(session).length === 0) throw forbidden('This access token has no scope to read changes.')
}

const UNLIMITED: Decision = { allowed: true, limit: 0, remaining: 0, reset_s: 0 }

/** Returns no promise if the limiter needs none, because this runs on every message. */
const asking =
  (limiter: Limiter, enabled: boolean) =>
  <T>(rule: Rule, key: string, answer: (decision: Decision) => T): T | Promise<T> => {
    const decision = enabled ? limiter.take(rule, key) : UNLIMITED
    return decision instanceof Promise ? decision.then(answer) : answer(decision)
  }
