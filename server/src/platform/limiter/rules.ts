import { normalizePath } from './path.ts'
import type { Rule } from './port.ts'

export interface RestRule extends Rule {
  /** A path. A trailing `/*` also matches everything below it. */
  readonly pattern: string
  /** Absent means every method. */
  readonly method?: 'POST' | 'PUT'
}

export interface RestLimitSettings {
  readonly default_window_s: number
  readonly default_max: number
  /** Requests per minute from calendar apps. */
  readonly caldav_max?: number
}

export interface SocketLimitSettings {
  readonly connect_window_s: number
  readonly connect_max: number
  readonly message_window_s: number
  readonly message_max: number
}

const MINUTE = 60_000

const post = (key: string, pattern: string, max: number): RestRule => ({
  key,
  pattern,
  method: 'POST',
  window_ms: MINUTE,
  max,
})
const any = (key: string, pattern: string, max: number): RestRule => ({
  key,
  pattern,
  window_ms: MINUTE,
  max,
})

const hourly = (key: string, pattern: string, max: number): RestRule => ({
  ...post(key, pattern, max),
  window_ms: 60 * MINUTE,
})

const usual = (settings: RestLimitSettings) => ({
  window_ms: settings.default_window_s * 1000,
  max: settings.default_max,
})

/** Returns the rules in order of precedence: the first matching one applies. */
export function restRules(settings: RestLimitSettings): readonly RestRule[] {
  return [
    post('todos.create', '/v1/todos', 30),
    post('schedules.create', '/v1/schedules', 30),
    post('timers.create', '/v1/timers', 30),
    post('tags.create', '/v1/tags', 30),
    post('tag_groups.create', '/v1/tags/groups', 30),
    post('todos.bulk', '/v1/todos/bulk', 20),
    post('schedules.bulk', '/v1/schedules/bulk', 20),
    post('timers.bulk', '/v1/timers/bulk', 20),
    post('quick_add', '/v1/quick_add', 30),
    post('import', '/v1/import/*', 10),
    post('archive-import', '/v1/account/import', 10),
    post('friends.request', '/v1/friends/requests', 20),
    post('notifications.test', '/v1/notifications/test', 6),
    hourly('account.email', '/v1/account/email', 10),
    hourly('account.verify', '/v1/account/verify', 10),
    post('account.verify_confirm', '/v1/account/verify/confirm', 10),
    post('account.reset', '/v1/account/reset', 5),
    post('account.reset_confirm', '/v1/account/reset/confirm', 10),
    post('polls.answer', '/v1/polls/*', 10),
    { ...any('polls.change', '/v1/polls/*', 10), method: 'PUT' },
    any('changes', '/v1/changes/*', 120),
    any('todos', '/v1/todos/*', 100),
    any('schedules', '/v1/schedules/*', 60),
    any('timers', '/v1/timers/*', 60),
    any('tags', '/v1/tags/*', 60),
    any('webhooks', '/v1/webhooks/*', 60),
    any('connections', '/v1/account/*', 60),
    any('admin', '/v1/admin/*', 60),
    any('feeds', '/v1/feeds/*', 60),
    any('subscriptions', '/v1/subscriptions/*', 60),
    any('polls', '/v1/polls/*', 60),
    any('feeds.read', '/feeds/*', 300),
    any('graphql', '/v1/graphql', 60),
    any('caldav', '/dav/*', settings.caldav_max ?? 1_000),
    { ...usual(settings), key: 'mcp', pattern: '/mcp' },
    { ...usual(settings), key: 'default', pattern: '/v1/*' },
  ]
}

export function socketRules(settings: SocketLimitSettings): { connect: Rule; message: Rule } {
  return {
    connect: { key: 'ws.connect', window_ms: settings.connect_window_s * 1000, max: settings.connect_max },
    message: { key: 'ws.message', window_ms: settings.message_window_s * 1000, max: settings.message_max },
  }
}

const signIn: Rule = { key: 'sign_in', window_ms: MINUTE, max: 10 }

// Clients request most of these paths automatically, and none of them lets anyone guess a password or code. Counting
// these requests would lock out a household that shares one address when all its devices wake up at once.
const routine = new Set([
  '/auth/passkey/options',
  '/auth/get-session',
  '/auth/refresh',
  '/auth/refresh-token',
  '/auth/sign-out',
  '/auth/token',
])

/** OpenID provider paths where anyone could guess a password or code, or register a client. */
const guessable = /^\/auth\/oauth\/(?:interaction\/[^/]+\/(?:login|code|passkey)|register)$/

/**
 * Returns the strict rule for sign-in attempts and other requests that could guess a password or code, which are
 * counted per client address. Returns undefined for all other requests.
 */
export function signInRuleFor(method: string, target: string): Rule | undefined {
  if (method !== 'POST') return undefined
  const path = normalizePath(target)
  if (path.startsWith('/auth/oauth/')) return guessable.test(path) ? signIn : undefined
  return path.startsWith('/auth/') && !routine.has(path) ? signIn : undefined
}

/** High, because a household may share one address, but limited, because each refresh is a write. */
const account: Rule = { key: 'account', window_ms: MINUTE, max: 300 }

/** Each of these requests stores something before anybody has signed in. */
const begin: Rule = { key: 'sign_in.begin', window_ms: MINUTE, max: 30 }
const beginning = new Set(['/auth/oauth/authorize', '/auth/oauth/device_authorization'])

/** Returns undefined for paths outside /auth. */
export function accountRuleFor(method: string, target: string): Rule | undefined {
  const attempt = signInRuleFor(method, target)
  if (attempt) return attempt
  const path = normalizePath(target)
  if (beginning.has(path)) return begin
  return path.startsWith('/auth/') ? account : undefined
}

/** Applies to requests without another rule. The web app loads about thirty files on the first visit. */
export const publicRule: Rule = { key: 'public', window_ms: MINUTE, max: 3_000 }

export type RuleFor = (method: string, target: string) => RestRule | undefined

export function ruleLookup(rules: readonly RestRule[]): RuleFor {
  const compiled = rules.map(compile)
  return (method, target) => {
    const path = normalizePath(target)
    const found = compiled.find(
      ({ rule, base, below }) =>
        (rule.method === undefined || rule.method === method) &&
        (path === base || (below !== undefined && path.startsWith(below))),
    )
    return found?.rule
  }
}

interface CompiledRule {
  readonly rule: RestRule
  readonly base: string
  readonly below: string | undefined
}

function compile(rule: RestRule): CompiledRule {
  if (!rule.pattern.endsWith('/*')) return { rule, base: rule.pattern, below: undefined }
  return { rule, base: rule.pattern.slice(0, -2), below: rule.pattern.slice(0, -1) }
}
