// The allowed imports between parts of the code. Each new part must be in one of these lists.

export const PACKAGES: Record<string, string[]> = {
  contract: [],
  recurrence: [],
  'quick-add': ['recurrence'],
  client: ['contract'],
  cli: ['client', 'contract', 'quick-add', 'recurrence'],
  server: ['contract', 'recurrence', 'quick-add'],
  web: ['client', 'contract', 'recurrence', 'quick-add'],
}

/** The npm packages that these workspaces may import. */
export const LIBRARIES: Record<string, string[]> = {
  contract: ['typebox'],
  recurrence: [],
  'quick-add': [],
  client: [],
}

/** `commands/` and the files directly in `server/src` connect the layers and may import all of them. */
export const LAYERS: Record<string, string[]> = {
  protocols: ['features', 'platform', 'config'],
  features: ['platform'],
  platform: [],
  config: ['features', 'platform'],
}

/** From top to bottom: each part may import only parts after it. */
export const ORDERS: Record<string, string[]> = {
  'server/src/protocols': ['socket', 'graphql', 'mcp', 'caldav', 'web', 'rest', 'oauth'],
  'server/src/features': [
    'moving',
    'export',
    'webhooks',
    'feeds',
    'history',
    'usage',
    'bulk',
    'quick-add',
    'subscriptions',
    'icalendar',
    'search',
    'reports',
    'calendar',
    'focus',
    'notifications',
    'timers',
    'meetings',
    'planning',
    'visibility',
    'administration',
    'account-mail',
    'preferences',
    'device-passwords',
    'oauth',
    'tokens',
    'accounts',
    'people',
    'tags',
    'holidays',
    'audit',
  ],
  'server/src/platform': [
    'workers',
    'observability',
    'sign-in',
    'outbound',
    'client-address',
    'uploads',
    'staged',
    'jobs',
    'changes',
    'storage',
    'program',
    'bus',
    'limiter',
    'redis',
    'kernel',
  ],
  'web/src': [
    'shell',
    'search',
    'trash',
    'day',
    'welcome',
    'todos',
    'calendar',
    'meetings',
    'settings',
    'people',
    'reports',
    'focus',
    'notifications',
    'quick-add',
    'timers',
    'selection',
    'tags',
    'history',
    'sharing',
    'sign-in',
    'sync',
    'design',
    'session',
  ],
}

/** Imports against the order, each with its reason. */
export const AGAINST_ORDER: Record<string, string> = {
  '* -> web/src/shell/texts.ts': 'pages share the texts of the frame, such as their own titles',
  '* -> web/src/shell/commands.tsx': 'pages register their commands for the palette',
  '* -> web/src/todos/due.ts':
    'the drawer with todos shows when they are due, beside the calendar and the Day',
  'web/src/history/batch.tsx -> web/src/tags/use-tags.ts': 'the history shows ids of tags by their names',
  'web/src/sync/outbox/entry-words.tsx -> web/src/history/field-words.ts':
    'pending changes name values with the words of the history',
  'web/src/sync/outbox/entry-words.tsx -> web/src/history/texts.ts':
    'pending changes name values with the words of the history',
}

/** Libraries that only some files may import, so that all other code stays independent of them. */
export const PLACES: [library: RegExp, place: RegExp][] = [
  [/^(fastify|@fastify\/.*|ws|graphql)$/, /\/protocols\/|src\/app\.ts$/],
  [
    /^(kysely|pg|node:sqlite)$/,
    /\/(storage|changes)\/|\/([a-z-]+-)?store\.ts$|visibility\/scope\.ts$|src\/commands\//,
  ],
  [/^@opentelemetry\//, /observability\/tracing\.ts$/],
]

/** The hard rules. They and everything that they import have no effects. */
export const PURE: readonly RegExp[] = [
  'timers/(timer|table|history)',
  'timers/corrections/(correction|segments|splits)',
  'planning/reminders',
  'planning/schedules/(all-day|range/(fair-range|range|window)|schedule|exceptions/(exception|instance|occurrence-id))',
  'planning/todos/(deadline|due|todo|totals|tree|repeating/repetition)',
  'visibility/policy',
  'calendar/days',
  'meetings/(grid|slot|time-of-day)',
  'icalendar/(mapping|text)',
  'moving/archive/(content|slots)',
  'moving/sources/(dates|rule-words|table|ticktick|todoist|toggl|vikunja|google|super-productivity)',
  'notifications/(notification|forgotten/forgotten|reminders/firing)',
  'reports/(counting|figures)',
  'search/filter',
  'holidays/(lunar|period)',
]
  .map(path => new RegExp(`^server/src/features/${path}(/|\\.ts$)`))
  .concat([
    /^server\/src\/platform\/(limiter\/(rules|sliding-log)|client-address\/(cidr|client-ip)|outbound\/public-address|kernel\/time\/(instant-text|zone))\.ts$/,
  ])

/** Functions of Node and of a library that have no effects. Pure rules may import them. */
export const PURE_BUILTINS: Record<string, string[]> = {
  'node:crypto': ['createHash', 'createHmac', 'hash', 'timingSafeEqual'],
  'windows-iana': ['findIana'],
  'node:net': ['BlockList', 'isIP', 'isIPv4', 'isIPv6', 'SocketAddress'],
}

export const EFFECTS =
  /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\bprocess\.|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\(|\bawait\b/
