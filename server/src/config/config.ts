// The only module that reads the environment.
import { join } from 'node:path'
import type { Quotas } from '../platform/changes/growth.ts'
import { pathFromCaller } from './caller-folder.ts'
import { type CollectedSettings, collectSettings, type Environment } from './environment.ts'
import { type RetiredName, retiredNames } from './retired.ts'
import { Fault, type Setting } from './setting.ts'
import { settings } from './settings.ts'
import { SettingsFileError } from './settings-file.ts'
import { unknownNames } from './unknown-names.ts'

type Values = { [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never }

export interface Config extends Omit<Values, 'DATABASE_URL' | 'PUBLIC_URL' | 'NODE_ENV'> {
  database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
  /** Undefined if it is not set and PORT is 0, because the port is only known once the server listens. */
  PUBLIC_URL: string | undefined
  /** True if the operator set PUBLIC_URL. */
  hasPublicUrl: boolean
  production: boolean
  /** True if the standard OpenTelemetry variables enable tracing. */
  tracing: boolean
  /** Settings of earlier versions that are still set. */
  retired: readonly RetiredName[]
}

export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`These settings are not valid:\n${faults.map(fault => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** The value of `OIDC_AUDIENCE` that explicitly disables the audience check. */
export const ANY_AUDIENCE = '*'

/**
 * Without an argument, reads the environment and the settings files. Throws one error that lists all invalid settings.
 */
export function readConfig(given?: Environment): Config {
  const collected = given ? { environment: given, files: [], values: given } : fromFilesToo()
  const faults = [...collected.files.flatMap(file => file.faults), ...unknownNames(collected, settings)]
  const values = readValues(collected.values, faults)
  if (values.CDN_ENABLED && values.CDN_IP_LIST_URLS.length === 0 && !mentions(faults, 'CDN_IP_LIST_URLS')) {
    faults.push('CDN_IP_LIST_URLS must be set when CDN_ENABLED is true')
  }
  const audience = values.OIDC_AUDIENCE ?? values.OIDC_CLIENT_ID
  if (values.OIDC_ISSUER_URL !== undefined && audience === undefined) faults.push(NO_AUDIENCE)
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined)
    faults.push('MAIL_FROM must be set when SMTP_URL is')
  faults.push(...workerFaults(values))
  if (faults.length > 0) throw new ConfigError(faults)
  const { DATABASE_URL: _url, NODE_ENV, ...rest } = values
  return {
    ...rest,
    OIDC_AUDIENCE: audience,
    database: readDatabase(values),
    PUBLIC_URL: values.PUBLIC_URL ?? (values.PORT === 0 ? undefined : `http://localhost:${values.PORT}`),
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    production: NODE_ENV === 'production',
    tracing: wantsTraces(values),
    retired: retiredNames(collected.values),
  }
}

/** Resolves a path relative to the folder in which the operator called the command. */
export const argumentPath = (path: string): string => pathFromCaller(path, process.env, process.cwd())

export const currentSettings = (): CollectedSettings => collectSettings(process.env)

function fromFilesToo(): CollectedSettings {
  try {
    const collected = currentSettings()
    // Libraries read these variables from the environment, so values from settings files must be copied there.
    for (const [name, value] of Object.entries(collected.values))
      if (/^(OTEL_|NODE_ENV$)/.test(name)) process.env[name] ??= value
    return collected
  } catch (error) {
    if (error instanceof SettingsFileError) throw new ConfigError([error.message])
    throw error
  }
}

function readValues(environment: Environment, faults: string[]): Values {
  const values: Record<string, unknown> = {}
  for (const [name, each] of Object.entries<Setting<unknown>>(settings)) {
    const given = environment[name]?.trim()
    values[name] = each.fallback
    if (!given) continue
    try {
      values[name] = each.read(given)
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      faults.push(`${name} ${fault.message}`)
    }
  }
  return values as Values
}

const wantsTraces = (values: Values): boolean =>
  !values.OTEL_SDK_DISABLED &&
  values.OTEL_TRACES_EXPORTER !== 'none' &&
  (values.OTEL_TRACES_EXPORTER ??
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    values.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined

/** The name of the SQLite file in `DATA_DIR` if `DATABASE_URL` is not set. */
export const DEFAULT_FILE = 'daymark.db'

function readDatabase(values: Values): Config['database'] {
  const given = values.DATABASE_URL
  if (given === undefined) return { kind: 'sqlite', path: join(values.DATA_DIR, DEFAULT_FILE) }
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(given)?.[1]
  return path === undefined ? { kind: 'postgres', url: given } : { kind: 'sqlite', path }
}

function workerFaults(values: Values): string[] {
  if (values.WORKERS === 1) return []
  if (readDatabase(values).kind === 'sqlite')
    return [
      'WORKERS must be 1 with SQLite, whose file only one process may write; set DATABASE_URL to use more',
    ]
  if (values.REDIS_URL === undefined)
    return ['WORKERS must be 1 without REDIS_URL: workers share rate limits and live updates through Redis']
  return []
}

const NO_AUDIENCE = `OIDC_AUDIENCE or OIDC_CLIENT_ID must be set when OIDC_ISSUER_URL is: otherwise, tokens that the issuer made for other applications would be accepted (OIDC_AUDIENCE=${ANY_AUDIENCE} allows that on purpose)`

const mentions = (faults: string[], name: string): boolean =>
  faults.some(fault => fault.startsWith(`${name} `))

export const quotasOf = (config: Config): Quotas => ({
  tag_groups: config.QUOTA_TAG_GROUPS,
  tags: config.QUOTA_TAGS,
  todos: config.QUOTA_TODOS,
  schedules: config.QUOTA_SCHEDULES,
  timers: config.QUOTA_TIMERS,
  meetings: config.QUOTA_MEETINGS,
  bytes: config.QUOTA_BYTES,
  history_bytes: config.QUOTA_HISTORY_BYTES,
})

/** Adds the limits that are not checked when changes are recorded. */
export const allQuotasOf = (config: Config) => ({
  ...quotasOf(config),
  tokens: config.QUOTA_TOKENS,
  sockets: config.WS_MAX_CONNECTIONS_PER_USER,
})

export const calendarLimits = (config: Config) => ({
  mostBytes: config.QUOTA_BYTES,
  deletesFullCollections: config.CALDAV_DELETE_NONEMPTY,
})

export const restLimits = (config: Config) => ({
  default_window_s: config.RATE_LIMIT_DEFAULT_WINDOW,
  default_max: config.RATE_LIMIT_DEFAULT_REQUESTS,
  caldav_max: config.RATE_LIMIT_CALDAV_REQUESTS,
})
