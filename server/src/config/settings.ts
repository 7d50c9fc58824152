// Every setting of the program with its reader, default and meaning. The settings guide is generated from this table.
import { CidrList } from '../platform/client-address/cidr.ts'
import { cidrs, country, databaseUrl, longSecret, redisUrl, sender, workers } from './readers.ts'
import {
  duration,
  list,
  oneOf,
  optional,
  origin,
  secret,
  setting,
  text,
  truth,
  url,
  whole,
} from './setting.ts'
import { tracingSettings } from './tracing-settings.ts'

const count = whole(1)
const seconds = whole(1)

export const settings = {
  DAYMARK_ENV_FILE: setting(
    optional(text),
    undefined,
    'File with settings, one `NAME=value` per line; `none` reads no file. The environment wins over files',
    '`./.env` and `DATA_DIR/daymark.env`, if they exist',
  ),
  HOST: setting(text, '127.0.0.1', 'Address to listen on'),
  PORT: setting(whole(0, 65535), 2614, 'Port to listen on; 0 picks a free one'),
  WORKERS: setting(
    workers,
    1,
    'Processes that serve the port together, or `auto` for one per processor; more than one needs PostgreSQL and REDIS_URL',
  ),
  PUBLIC_URL: setting(
    optional(url('http', 'https')),
    undefined,
    'Public address of the server, as people enter it in the browser; also the `iss` of the embedded issuer',
    'http://localhost:<PORT>',
  ),
  DATA_DIR: setting(text, './data', 'Folder of the SQLite database and of the secrets'),
  DATABASE_URL: setting(
    optional(databaseUrl),
    undefined,
    '`sqlite:<path>`, `sqlite::memory:`, `postgres://…` or `postgresql://…`; with several hosts (`postgres://name@one,two/daymark`), the one that accepts writes is used',
    'SQLite in DATA_DIR',
  ),
  CHANGES_DAYS: setting(whole(30), 90, 'How many days the change log is kept; at least 30'),
  DATABASE_WAIT_S: setting(
    whole(0),
    60,
    'How many seconds startup waits for a PostgreSQL that cannot be reached yet; 0 does not wait',
  ),
  DATABASE_POOL_SIZE: setting(count, 10, 'Connections to PostgreSQL per instance, or per worker of WORKERS'),
  DATABASE_PREPARED_STATEMENTS: setting(
    truth,
    true,
    'Use named prepared statements; set it to false behind PgBouncer in transaction mode without `max_prepared_statements`',
  ),
  BACKUP_DIR: setting(
    optional(text),
    undefined,
    'Folder for scheduled backups of SQLite, and of `npm run backup`',
    'none: no scheduled backups',
  ),
  BACKUP_EVERY: setting(
    duration,
    86_400_000,
    'How often a backup is made, such as `30m`, `12h` or `7d`',
    '`24h`',
  ),
  BACKUP_KEEP: setting(whole(1), 7, 'How many backups are kept in BACKUP_DIR'),
  REDIS_URL: setting(
    optional(redisUrl),
    undefined,
    'Redis or Valkey, shared by all instances: `redis://…`, `redis+sentinel://host,host/name` or `redis+cluster://host,host`',
    'none: a single instance',
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
    'Required `aud` of tokens; required with OIDC_ISSUER_URL unless OIDC_CLIENT_ID is set. `*` also accepts tokens issued for other applications',
    'OIDC_CLIENT_ID',
  ),
  OIDC_JWKS_URL: setting(
    optional(url('http', 'https')),
    undefined,
    'URL of the signing keys, instead of the one from discovery',
    'discovery',
  ),
  OIDC_CLIENT_ID: setting(
    optional(text),
    undefined,
    'Client id with which the web app signs in at the provider',
    'none',
  ),
  AUTH_SECRET: secret(
    setting(
      optional(longSecret),
      undefined,
      'Secret of the embedded accounts, the same for all instances',
      'created on the first start: in DATA_DIR/secrets.json with SQLite, in the database with PostgreSQL',
    ),
  ),
  JWT_LEEWAY_S: setting(whole(0), 30, 'Tolerated clock difference from the issuer, in seconds'),
  ACCOUNTS_SIGNUP: setting(
    oneOf('open', 'invite', 'closed'),
    'open',
    'Who may create an embedded account: `open` anyone, `invite` people with an invitation, `closed` only the operator',
  ),
  ACCOUNTS_TRUST_EMAIL: setting(
    truth,
    false,
    'Treat email addresses of embedded accounts as verified, without an email',
  ),
  ACCOUNT_DELETION_DAYS: setting(
    whole(0),
    7,
    'Days in which people can cancel the deletion of their account; 0 deletes at once',
  ),
  OAUTH_DYNAMIC_REGISTRATION: setting(
    truth,
    false,
    'Let any program register itself as an OAuth client; programs with a client metadata document need no registration',
  ),
  CORS_ALLOWED_ORIGINS: setting(
    list(origin),
    [],
    'Origins of other web apps that may call the API, comma-separated; `*` for all',
    'none',
  ),
  LOG_LEVEL: setting(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Lowest level that is logged',
  ),
  LOG_FORMAT: setting(
    optional(oneOf('json', 'pretty')),
    undefined,
    '`json`: one JSON object per line; `pretty`: text for people',
    '`pretty` in a terminal, otherwise `json`',
  ),
  METRICS_ENABLED: setting(truth, false, 'Serve Prometheus metrics at /metrics'),
  ...tracingSettings,
  HOLIDAY_COUNTRY: setting(country, 'KR', 'Default country of /v1/holidays (ISO 3166)'),
  RATE_LIMIT_ENABLED: setting(truth, true, 'Limit REST requests'),
  RATE_LIMIT_DEFAULT_WINDOW: setting(seconds, 60, 'Window of the general rule, in seconds'),
  RATE_LIMIT_DEFAULT_REQUESTS: setting(count, 60, 'Requests per window of the general rule'),
  RATE_LIMIT_CALDAV_REQUESTS: setting(
    count,
    1_000,
    'Requests of calendar apps (/dav/) per person and minute; the first sync of an app needs many',
  ),
  CALDAV_DELETE_NONEMPTY: setting(
    truth,
    false,
    'Let calendar apps delete a list together with its todos; otherwise it must be empty',
  ),
  CDN_ENABLED: setting(truth, false, 'The server is behind a CDN'),
  CDN_IP_LIST_URLS: setting(
    list(url('http', 'https')),
    [],
    'URLs of lists with the addresses of the CDN, one CIDR per line',
    'none',
  ),
  CDN_CONNECTING_IP_HEADER: setting(
    text,
    'CDN-Connecting-IP',
    'Header in which the CDN sends the client address',
  ),
  CDN_IP_CACHE_TTL: setting(whole(0), 86_400, 'How long fetched CDN lists are used, in seconds'),
  TRUSTED_PROXY_IPS: setting(
    cidrs,
    new CidrList(),
    'Proxies whose X-Forwarded-For is trusted: addresses or CIDRs',
    'none',
  ),
  OUTBOUND_ALLOW_HTTP: setting(
    truth,
    false,
    'Allow http URLs that people enter, such as calendars to subscribe to; otherwise only https',
  ),
  OUTBOUND_ALLOWED_NETWORKS: setting(
    cidrs,
    new CidrList(),
    'Private networks to which URLs that people enter may lead: addresses or CIDRs',
    'none',
  ),
  SMTP_URL: secret(
    setting(
      optional(url('smtp', 'smtps')),
      undefined,
      'Mail server for links that verify addresses and reset passwords, and for reminders, such as smtps://user:password@mail.example.org',
      'none: no email',
    ),
  ),
  MAIL_FROM: setting(
    optional(sender),
    undefined,
    'Sender of emails, such as Daymark <daymark@example.org>; required with SMTP_URL',
    'none',
  ),
  WS_RATE_LIMIT_ENABLED: setting(truth, true, 'Limit WebSocket connections and messages'),
  WS_CONNECT_WINDOW: setting(seconds, 60, 'Window of the connection limit, in seconds'),
  WS_CONNECT_MAX: setting(count, 10, 'Connections per person and window'),
  WS_MESSAGE_WINDOW: setting(seconds, 60, 'Window of the message limit, in seconds'),
  WS_MESSAGE_MAX: setting(count, 120, 'Messages per person and window'),
  WS_MAX_CONNECTIONS_PER_USER: setting(count, 20, 'Open sockets per person'),
  QUOTA_TAG_GROUPS: setting(whole(0), 1_000, 'Tag groups per person; 0 means no limit, as for every quota'),
  QUOTA_TAGS: setting(whole(0), 5_000, 'Tags per person'),
  QUOTA_TODOS: setting(whole(0), 100_000, 'Todos per person'),
  QUOTA_SCHEDULES: setting(whole(0), 100_000, 'Schedules per person; a series counts as one'),
  QUOTA_TIMERS: setting(whole(0), 100_000, 'Timers per person'),
  QUOTA_MEETINGS: setting(whole(0), 2_000, 'Meetings per person'),
  QUOTA_TOKENS: setting(whole(0), 100, 'Personal access tokens per person, and as many device passwords'),
  QUOTA_BYTES: setting(
    whole(0),
    268_435_456,
    'Bytes of all items per person: their texts, the times of timers, and 100 for each row',
  ),
  QUOTA_HISTORY_BYTES: setting(
    whole(0),
    1_073_741_824,
    'Bytes of history per person, kept for diffs and undo',
  ),
  NODE_ENV: setting(text, '', '`production` disables the playgrounds', 'not set'),
} as const
