// Every setting of the program with its reader, default and meaning. The settings guide is made from this table.

import { knownCountry } from '../features/holidays/place/countries.ts'
import { CidrList, parseCidrs } from '../platform/client-address/cidr.ts'
import { Fault, list, oneOf, optional, origin, setting, text, truth, url, whole } from './setting.ts'
import { tracingSettings } from './tracing-settings.ts'

const cidrs = (value: string): CidrList => {
  const parsed = parseCidrs(value)
  if (!parsed.ok) throw new Fault(`must list addresses or CIDRs; these are neither: ${parsed.bad.join(', ')}`)
  return parsed.list
}

const count = whole(1)
const seconds = whole(1)

const country = (value: string): string => {
  const code = knownCountry(value)
  if (code === undefined)
    throw new Fault('must be the ISO 3166 code of a country whose holidays are known, such as KR')
  return code
}

const longSecret = (value: string): string => {
  if (value.length < 32) throw new Fault('must have at least 32 random characters')
  return value
}

export const settings = {
  HOST: setting(text, '127.0.0.1', 'Address to listen on'),
  PORT: setting(whole(0, 65535), 2614, 'Port to listen on; 0 takes a free one'),
  PUBLIC_URL: setting(
    optional(url('http', 'https')),
    undefined,
    'What people type into the browser; also the `iss` of the embedded issuer',
    'http://localhost:<PORT>',
  ),
  DATA_DIR: setting(text, './data', 'Folder of the embedded database and of the secrets'),
  DATABASE_URL: setting(
    optional(text),
    undefined,
    '`sqlite:<path>`, `sqlite::memory:`, `postgres://…` or `postgresql://…`',
    'SQLite in DATA_DIR',
  ),
  CHANGES_DAYS: setting(whole(30), 90, 'Days for which the change log is kept; at least 30'),
  DATABASE_POOL_SIZE: setting(count, 10, 'Connections to PostgreSQL per instance'),
  REDIS_URL: setting(
    optional(url('redis', 'rediss')),
    undefined,
    'Redis or Valkey, shared by all instances',
    'none: one instance counts and tells for itself',
  ),
  OIDC_ISSUER_URL: setting(
    optional(url('http', 'https')),
    undefined,
    'OpenID provider whose tokens are trusted',
    'none: embedded accounts',
  ),
  OIDC_AUDIENCE: setting(
    optional(text),
    undefined,
    'Required `aud` of tokens; needed with OIDC_ISSUER_URL unless OIDC_CLIENT_ID is set. `*` accepts tokens made for other applications too',
    'OIDC_CLIENT_ID',
  ),
  OIDC_JWKS_URL: setting(
    optional(url('http', 'https')),
    undefined,
    'Overrides the key address of discovery',
    'discovery',
  ),
  OIDC_CLIENT_ID: setting(
    optional(text),
    undefined,
    'Client id with which the web app signs in at the provider',
    'none',
  ),
  AUTH_SECRET: setting(
    optional(longSecret),
    undefined,
    'Secret of the embedded accounts, the same for all instances',
    'made on the first start: in DATA_DIR/secrets.json with SQLite, in the database with PostgreSQL',
  ),
  JWT_LEEWAY_S: setting(whole(0), 30, 'Tolerated clock difference to the issuer, in seconds'),
  ACCOUNTS_SIGNUP: setting(oneOf('open', 'closed'), 'open', 'Whether strangers may create embedded accounts'),
  ACCOUNTS_TRUST_EMAIL: setting(truth, false, 'Treat addresses of embedded accounts as verified'),
  CORS_ALLOWED_ORIGINS: setting(
    list(origin),
    [],
    'Origins of other web apps that may call, comma separated; `*` for all',
    'none',
  ),
  LOG_LEVEL: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least level that is logged',
  ),
  METRICS_ENABLED: setting(truth, false, 'Serve Prometheus figures at /metrics'),
  ...tracingSettings,
  HOLIDAY_COUNTRY: setting(country, 'KR', 'Country of /v1/holidays when none is given (ISO 3166)'),
  RATE_LIMIT_ENABLED: setting(truth, true, 'Limit REST requests'),
  RATE_LIMIT_DEFAULT_WINDOW: setting(seconds, 60, 'Window of the general rule, in seconds'),
  RATE_LIMIT_DEFAULT_REQUESTS: setting(count, 60, 'Requests per window of the general rule'),
  CDN_ENABLED: setting(truth, false, 'A CDN stands in front'),
  CDN_IP_LIST_URLS: setting(
    list(url('http', 'https')),
    [],
    'Addresses of the CDN: URLs of lists with a CIDR per line',
    'none',
  ),
  CDN_CONNECTING_IP_HEADER: setting(text, 'CDN-Connecting-IP', 'Header in which the CDN names the client'),
  CDN_IP_CACHE_TTL: setting(whole(0), 86_400, 'Lifetime of the fetched CDN lists, in seconds'),
  TRUSTED_PROXY_IPS: setting(
    cidrs,
    new CidrList(),
    'Proxies whose X-Forwarded-For is believed: addresses or CIDRs',
    'none',
  ),
  WS_RATE_LIMIT_ENABLED: setting(truth, true, 'Limit WebSocket connections and messages'),
  WS_CONNECT_WINDOW: setting(seconds, 60, 'Window of the connection limit, in seconds'),
  WS_CONNECT_MAX: setting(count, 10, 'Connections of one person per window'),
  WS_MESSAGE_WINDOW: setting(seconds, 60, 'Window of the message limit, in seconds'),
  WS_MESSAGE_MAX: setting(count, 120, 'Messages of one person per window'),
  WS_MAX_CONNECTIONS_PER_USER: setting(count, 20, 'Sockets of one person at the same time'),
  QUOTA_TAG_GROUPS: setting(
    whole(0),
    1_000,
    'Tag groups of one person; 0 means no limit, as for every quota',
  ),
  QUOTA_TAGS: setting(whole(0), 5_000, 'Tags of one person'),
  QUOTA_TODOS: setting(whole(0), 100_000, 'Todos of one person'),
  QUOTA_SCHEDULES: setting(whole(0), 100_000, 'Schedules of one person; a series is one'),
  QUOTA_TIMERS: setting(whole(0), 100_000, 'Timers of one person'),
  QUOTA_MEETINGS: setting(whole(0), 2_000, 'Meetings of one person'),
  QUOTA_TOKENS: setting(whole(0), 100, 'Personal access tokens of one person'),
  QUOTA_BYTES: setting(
    whole(0),
    268_435_456,
    'Bytes of all items of one person: their texts, and 100 for each row',
  ),
  QUOTA_HISTORY_BYTES: setting(
    whole(0),
    1_073_741_824,
    'Bytes that the history of one person keeps for diffs and undo',
  ),
  NODE_ENV: setting(text, '', '`production` switches the playgrounds off', 'not set'),
} as const
