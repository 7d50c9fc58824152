// Add each new file here: under `rules` if it only computes, otherwise under `parts`.
import type { Vocabulary } from './folder.ts'

export const PLATFORM: Vocabulary = {
  'platform/bus': {
    parts: {
      bus: 'the interface of the notice bus',
      'connection-quota': 'sockets per person in this process',
      'connection-quota-redis': 'sockets per person on all instances',
      memory: 'the bus of a single process',
      open: 'picks the bus by the settings',
      redis: 'the bus on Redis',
    },
  },
  'platform/changes': {
    rules: {
      change: 'types of the log',
      growth: 'how changes affect the totals of their owner, and quotas',
    },
    parts: {
      'as-of': 'rows as they were at an earlier position',
      lists: 'keeps only the changed end of long lists',
      'outcome-store': 'SQL of outcomes by idempotency key or command id',
      retention: 'deletes old entries in steps',
      'joined-rows': 'one change per row of a batch',
      'row-writer': 'writes rows by their stored images, for undo',
      refusal: 'errors that say why an undo or a restore is refused',
      references: 'references between tables, and their names in messages about undo',
      store: 'SQL of the log',
      taken: 'what only one row may have, checked before an undo',
      'totals-store': 'SQL of the totals of each owner',
      undo: 'reverts the row changes of a batch',
    },
  },
  'platform/changes/recording': {
    parts: {
      'append-many-store': 'SQL that appends the entries of many owners at once',
      'append-store': 'SQL that appends the entries of one owner',
      compose: 'log entries from row changes',
      'follow-ups': 'resources that show something that changed',
      'net-rows': 'the net effect of captured row changes',
      'people-follow-ups': 'entries in the logs of other people',
      'recorded-storage': 'storage whose writes append to the log',
      recorder: 'appends the entries of a transaction',
      'search-texts': 'updates the texts for search with a write',
      'version-store': 'SQL that sets the versions of resources',
    },
  },
  'platform/client-address': {
    rules: { cidr: 'address ranges', 'client-ip': 'the client behind trusted proxies' },
    parts: {
      'cdn-list': 'fetches the address ranges of a CDN',
      'client-addresses': 'the configured proxies, with their lists',
    },
  },
  'platform/jobs': {
    rules: { job: 'types of jobs, and the delays between attempts' },
    parts: {
      enqueue: 'stores, cancels and finishes jobs in a transaction',
      open: 'the queue of this instance: handlers, periodic jobs and worker',
      runner: 'claims due jobs and runs their handlers',
      store: 'SQL of the queue',
      worker: 'sleeps until the next job is due',
    },
  },
  'platform/kernel': {
    rules: {
      actor: 'a verified person',
      csv: 'tables as CSV text that spreadsheets read safely',
      errors: 'the failures that services may throw',
      language: 'the languages of pages and emails',
      'nearest-name': 'suggestions for misspelled names',
      notice: 'what a committed write publishes',
      origin: 'which web origins are trusted',
      session: 'a verified sign-in',
      'without-nulls': 'treats null as absent in create requests',
    },
    parts: {
      cause: 'who caused the current write, by async context',
      ids: 'the only source of ids',
      page: 'pages and cursors of lists',
      'route-handlers': 'what a feature gives to the REST protocol',
      trace: 'the interface for tracing',
    },
  },
  'platform/kernel/concurrency': {
    parts: {
      abandonment: 'ends work that nobody waits for any more',
      cached: 'a cached value that may be slightly stale',
      'in-turns': 'long work in short slices',
      'keyed-mutex': 'serializes work per key',
      'load-once': 'loads something on first use',
      semaphore: 'bounds concurrent work by weight',
    },
  },
  'platform/kernel/time': {
    rules: { 'instant-text': 'ISO 8601 text of instants', zone: 'instants and dates in a zone' },
    parts: { clock: 'the only source of the current time' },
  },
  'platform/limiter': {
    rules: {
      path: 'the pattern that a limit names',
      'redis-script': 'the Lua script',
      rules: 'which limit applies to a request',
      'sliding-log': 'the algorithm',
    },
    parts: {
      memory: 'limits in this process',
      open: 'picks the limiter by the settings',
      port: 'the interface of limiters',
      redis: 'limits on all instances',
      'redis-connection': 'the connection of that limiter',
      resilient: 'limits locally while Redis is down',
    },
  },
  'platform/observability': {
    rules: {
      'pretty-line': 'a line of the log for people',
      'sign-in-failure': 'why a sign-in was refused',
      'socket-watch': 'the events of sockets that metrics count',
    },
    parts: {
      'free-startup-memory': 'frees memory that only startup needed',
      log: 'the logger',
      'storage-size': 'sizes of database and disk',
      tracing: 'OpenTelemetry, loaded only on request',
    },
  },
  'platform/workers': {
    rules: {
      'restart-delay': 'the delay before a worker is replaced',
      'retired-counters': 'counts of workers that have ended',
      'worker-message': 'the messages between supervisor and workers',
    },
    parts: {
      collector: 'collects the metrics of all workers',
      supervised: "a worker's end of the channel",
      supervisor: 'starts, replaces and stops workers',
      unaccepted: 'passes connections of ended workers on',
    },
  },
  'platform/redis': {
    rules: { 'redis-address': 'one server, Sentinels or a cluster' },
    parts: { connect: 'opens connections to them' },
  },
  'platform/outbound': {
    rules: {
      'outbound-error': 'why an address that a person gave could not be fetched',
      'outbound-url': 'which addresses are fetched',
      'public-address': 'which IP addresses are on the public Internet',
    },
    parts: {
      'guarded-fetch': 'fetches addresses that people give',
      'secret-store': 'SQL of keys that the first start creates',
    },
  },
  'platform/outbound/mail': {
    rules: { 'mail-layout': 'the one layout of all emails, as text and HTML' },
    parts: { mailer: 'sends email over SMTP' },
  },
  'platform/outbound/push': {
    parts: {
      encryption: 'encrypts payloads for browsers',
      'send-push': 'sends one message to a push service',
      vapid: 'identifies this server to push services',
    },
  },
  'platform/sign-in': {
    rules: {
      'access-notice': 'tells all instances that a person has lost access',
      'require-scope': 'what a token may do',
    },
    parts: {
      authenticator: 'from a credential to an actor',
      'issuer-keys': 'keys of an OpenID provider',
      'local-keys': 'keys of the embedded issuer',
      'session-watch': 'closes sockets of ended sessions',
      'verify-token': 'verifies JWTs',
    },
  },
  'platform/storage': {
    rules: {
      'captured-row': 'a row change for the change log',
      errors: 'database errors as problems',
      publisher: 'publishes notices after a commit',
      tables: 'all tables as types',
      'tracked-tables': 'the tables that the log captures',
    },
    parts: {
      columns: 'the columns of an entity, declared once',
      'database-name': 'addresses of databases, and their names in messages',
      dialect: 'the differences between the databases',
      joined: 'one transaction for a whole request',
      open: 'opens the configured database',
      'open-failure': 'why a database cannot be opened, with the remedy',
      traced: 'spans of statements',
      'unit-of-work': 'the interface of services to the database',
      'wait-for-database': 'retries while a database is starting',
    },
  },
  'platform/storage/copies': {
    parts: {
      backup: 'a consistent copy of a SQLite file',
      'create-folder': 'creates a folder and the folders above it',
      'private-file': 'files that only the owner can read',
    },
  },
  'platform/storage/copies/personal': {
    rules: { 'personal-tables': 'which rows belong to a person' },
    parts: {
      'personal-archive': 'the archive with all data of a person',
      'personal-rows': 'reads the rows of a person in bounded memory',
      zip: 'the format of that archive',
    },
  },
  'platform/storage/copies/archive': {
    rules: { tar: 'the archive format' },
    parts: {
      archive: 'a checked archive of files',
      claim: 'which database a folder of backups belongs to',
      backups: 'makes and lists backups',
      'backup-process': 'the process of a scheduled backup',
      open: 'scheduled backups by the settings',
      restore: 'puts a backup in place',
      schedule: 'makes backups when they are due',
    },
  },
  'platform/storage/copies/move': {
    rules: { plan: 'the order in which tables are copied', ends: 'the interface of the two sides' },
    parts: {
      directions: 'from SQLite to PostgreSQL and back',
      move: 'copies and verifies all rows',
      'postgres-end': 'PostgreSQL as source or target',
      'sqlite-end': 'SQLite as source or target',
    },
  },
  'platform/storage/library': {
    rules: { 'library-date': 'dates in tables of better-auth' },
    parts: { 'library-kysely': 'lets better-auth write through our storage' },
  },
  'platform/storage/postgres': {
    rules: {
      'advisory-lock': 'the numbers of locks',
      'statement-name': 'names of prepared statements',
    },
    parts: {
      'capture-postgres': 'reads the row changes that triggers captured',
      'hosts-client': 'connects to the one of several servers that accepts writes',
      pipeline: 'statements that nobody waits for',
      'migrate-postgres': 'upgrades the schema without time limits',
      postgres: 'storage on PostgreSQL',
      'write-groups': 'waiting writes of one person share a transaction',
    },
  },
  'platform/storage/schema': {
    rules: { migration: 'the type of a step, and of a progress report' },
    parts: {
      migrate: 'applies steps once, by checksum',
      'schema-state': 'inspects a database without changing it',
    },
  },
  'platform/storage/search': {
    rules: { 'searched-tables': 'the tables and columns that search can find' },
    parts: { 'item-texts': 'normalized texts of items' },
  },
  'platform/storage/sqlite': {
    rules: { 'capture-sqlite': 'triggers that capture row changes' },
    parts: {
      sqlite: 'storage on SQLite with group commit',
      'sqlite-busy': 'waits for a locked file',
      'sqlite-turns': 'lets others in between the statements of a long unit of work',
      'sqlite-checkpoint': 'checkpoints in another thread',
      'sqlite-snapshots': 'read transactions, each on its own connection',
      'sqlite-connection': 'one connection and its statements',
      'sqlite-lock': 'refuses a second server',
      'sqlite-vacuum': 'gives free pages back to the system',
    },
  },
  'platform/storage/statements': {
    rules: {
      'captured-rows': 'captures rows of frequent statements without a trigger',
      'row-shape': 'row objects that stay fast',
    },
    parts: {
      'active-owner': 'whether the server may act without the person',
      'bound-kysely': 'Kysely on a given connection',
      execute: 'the function that runs SQL',
      'in-steps': 'large changes in steps',
      statement: 'statements that are compiled once',
      'write-check': 'notices that the database cannot be written',
    },
  },
}
