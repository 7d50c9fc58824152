// The file names of server/src/protocols, config, commands and server/src itself, each with its reason.
import type { Vocabulary } from './folder.ts'

export const PROTOCOLS: Vocabulary = {
  '.': {
    parts: {
      app: 'opens all parts and connects them',
      failure: 'explains failed starts and commands to operators',
      main: 'entry point',
      serve: 'starts and stops the server',
      services: 'creates the services of all features',
    },
  },
  commands: {
    parts: {
      'audit-log': 'npm run audit-log',
      backup: 'npm run backup',
      config: 'npm run config',
      doctor: 'npm run doctor',
      export: 'npm run export',
      migrate: 'npm run migrate',
      move: 'npm run move',
      prune: 'npm run prune',
      restore: 'npm run restore',
      'sign-out-everybody': 'part of npm run user',
      token: 'npm run token',
      user: 'npm run user',
    },
  },
  'commands/checks': {
    rules: { finding: 'the result of a check of doctor' },
    parts: {
      'database-check': 'schema, content, secret and safety of the database',
      examine: 'all checks of doctor',
      'files-check': 'data folder, backups and web app',
      'mail-check': 'the mail server',
      'services-check': 'Redis, issuer, clock and port',
    },
  },
  'commands/support': {
    rules: { table: 'prints tables' },
    parts: {
      arguments: 'parses the arguments of a command',
      command: 'runs a command on the configured database',
      'sqlite-files': 'the files of a server on SQLite',
    },
  },
  config: {
    rules: {
      'near-miss': 'whether a name is a misspelled setting',
      setting: 'types of settings',
      'tracing-settings': 'the settings of tracing',
      'unknown-names': 'misspelled settings',
    },
    parts: {
      'caller-folder': 'the folder in which a command was called',
      config: 'reads the environment',
      'config-warnings': 'warns about risky combinations',
      effective: 'every setting with its origin',
      environment: 'settings from the environment and from files',
      readers: 'readers of single settings',
      settings: 'the table of all settings',
      'settings-file': 'reads and checks one file of settings',
    },
  },
  'protocols/caldav': {
    parts: {
      address: 'addresses below /dav/',
      'time-filter': 'time ranges of a query',
      'collection-requests': 'creates, changes and deletes collections',
      filter: 'the filter of a calendar-query',
      multistatus: 'streams the responses of many resources',
      'object-requests': 'reads, stores, moves and deletes objects',
      occurrences: 'occurrences in a window, expanded or as busy times',
      propfind: 'properties of resources',
      properties: 'the properties that each kind of resource has',
      report: 'queries, multiget, sync and free-busy',
      request: 'one request with its address, headers and body',
      routes: 'methods, sign-in and errors of /dav/',
      xml: 'reads and writes XML',
    },
  },
  'protocols/graphql': {
    parts: {
      executor: 'runs a query',
      limits: 'depth, aliases and size of queries',
      playground: 'the page to try queries',
      project: 'answers with the requested fields only',
      routes: 'the HTTP route',
      schema: 'connects the SDL to the service',
    },
  },
  'protocols/mcp': {
    rules: {
      'client-name': 'the name of the client of an assistant',
      prompts: 'texts that a person can choose',
      resources: 'texts that a person can attach',
    },
    parts: {
      inputs: 'inputs and outputs that tools share',
      items: 'the short form of items',
      operations: 'calls handlers of REST routes without HTTP',
      routes: 'the HTTP routes',
      'run-tool': 'scopes, input, batch and dry run of a tool',
      server: 'connects tools to the MCP library',
      'timer-commands': 'starts and controls timers',
      tool: 'the type of a tool',
    },
  },
  'protocols/mcp/tools': {
    parts: {
      catalog: 'the list of all tools',
      meetings: 'tools for meetings',
      overview: 'tools that read days, items and tags',
      planning: 'tools for free time, plans and moves',
      report: 'the tool for reports',
      timers: 'tools for timers',
      todos: 'tools for todos',
      undo: 'the tool that undoes changes of the assistant',
    },
  },
  'protocols/oauth': {
    parts: {
      interaction: 'sign-in and consent',
      'provider-pages': 'pages inside responses of oidc-provider',
      routes: 'hands requests to oidc-provider',
    },
  },
  'protocols/oauth/pages': {
    rules: {
      'device-pages': 'pages of the device flow and of signing out',
      'interaction-pages': 'the sign-in page and the consent page',
      layout: 'the frame of the pages, escaping, and their content security policy',
      'scope-words': 'sentences for scopes',
      style: 'the style sheet of the pages',
      texts: 'texts in English and Korean',
    },
  },
  'protocols/rest': {
    parts: {
      'embedded-sign-in': 'embedded accounts and their OpenID provider',
      basic: 'reads the header of HTTP Basic',
      'client-address': 'the address of the client of a request',
      cors: 'pages of other origins',
      drain: 'leaving a proxy without broken requests',
      errors: 'failures as status and detail',
      handlers: 'the handlers of all resources',
      headers: 'headers of every answer',
      identify: 'authenticates a request',
      'not-found': '404 and 405',
      'raw-answer': 'answers on a bare socket',
      server: 'the Fastify instance',
      'sign-in': 'composes authentication',
      feeds: 'serves feeds at their secret addresses',
    },
  },
  'protocols/rest/documents': {
    parts: {
      unsubscribe: 'the unsubscribe page of emails',
      docs: 'the API reference',
      'docs-pages': 'pages beside the reference',
      document: 'serves a constant body',
      'issuer-documents': 'OpenID discovery and keys',
      page: 'self-contained HTML pages',
    },
  },
  'protocols/rest/limits': {
    parts: {
      connections: 'limits the cost of a connection',
      'large-answers': 'limits the memory of unread responses',
      'limit-requests': 'counts requests against the limiter',
    },
  },
  'protocols/rest/monitoring': {
    parts: {
      'hear-devices': 'reports requests and sockets as signs of life',
      health: 'liveness and readiness',
      'job-metrics': 'Prometheus metrics of the job queue',
      metrics: 'Prometheus metrics of requests',
      'record-uses': 'records uses of tokens in the audit trail',
      'state-metrics': 'Prometheus metrics of the current state',
      'socket-metrics': 'Prometheus metrics of sockets',
      'trace-requests': 'one span per request',
    },
  },
  'protocols/rest/requests': {
    parts: {
      body: 'reads JSON bodies',
      conditional: 'ETag and If-Match',
      csv: 'responses as CSV, if the request wants them',
      idempotency: 'answers repeated writes with the first outcome',
      'json-handler': 'calls the handler of a route, for REST and MCP',
      mount: 'connects handlers to the routes of the contract',
      'read-page': 'pages bounded in items and bytes',
      upload: 'reads files that are sent instead of JSON',
      'write-context': 'cause and precondition of a write',
    },
  },
  'protocols/socket': {
    parts: { open: 'composes both sockets', playground: 'the page to try the socket' },
  },
  'protocols/socket/connection': {
    parts: {
      connection: 'one connection: queue, limits, heartbeat',
      hub: 'all connections of this process',
      refuse: 'refuses an upgrade with a status',
      'traced-messages': 'one span per message',
      upgrade: 'from an HTTP upgrade to a connection',
    },
  },
  'protocols/socket/conversation': {
    rules: {
      frame: 'writes messages as bytes',
      message: 'types of messages',
      style: 'the differences between the two sockets',
      'timer-style': 'the messages of /v1/ws/timers',
    },
    parts: {
      'catch-up': 'sends missed changes to a device',
      conversation: 'the messages of one device',
      delivery: 'sends new log entries in order',
      handler: 'opens a conversation on a connection',
      'friend-notices': 'sends activity of friends',
      'live-style': 'the messages of /v1/ws',
      'shared-changes': 'sends changes of items shared with a person',
    },
  },
  'protocols/web': { parts: { web: 'serves the web app' } },
}
