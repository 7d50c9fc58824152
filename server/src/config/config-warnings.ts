// Settings that are valid but weaken the server. Shown at startup and by `npm run doctor`.
import { ANY_AUDIENCE, type Config } from './config.ts'
import { RETIRED } from './retired.ts'

export interface ConfigWarning {
  what: string
  advice: string
}

export function configWarnings(config: Config): ConfigWarning[] {
  const warnings: ConfigWarning[] = []
  if (config.OIDC_ISSUER_URL !== undefined && config.OIDC_AUDIENCE === ANY_AUDIENCE) {
    warnings.push({
      what: 'OIDC_AUDIENCE=* accepts every token of the issuer, including tokens issued for other applications.',
      advice: 'Set OIDC_AUDIENCE to the audience of the tokens that are meant for Daymark.',
    })
  }
  if (config.OIDC_ISSUER_URL === undefined && (config.OIDC_CLIENT_ID ?? config.OIDC_AUDIENCE) !== undefined) {
    warnings.push({
      what: 'OIDC_CLIENT_ID and OIDC_AUDIENCE have no effect without OIDC_ISSUER_URL: people sign in with accounts of this server.',
      advice: 'Set OIDC_ISSUER_URL to the address of the provider, or unset them.',
    })
  }
  const hasOpenAccounts = config.OIDC_ISSUER_URL === undefined && config.ACCOUNTS_SIGNUP === 'open'
  if (hasOpenAccounts && config.ACCOUNTS_TRUST_EMAIL) {
    warnings.push({
      what: "ACCOUNTS_TRUST_EMAIL=true with open sign-up: anyone can sign up with someone else's address and read what was shared with it.",
      advice: 'Set ACCOUNTS_SIGNUP=closed and create the accounts yourself, or unset ACCOUNTS_TRUST_EMAIL.',
    })
  }
  if (config.BACKUP_DIR !== undefined && config.database.kind === 'postgres') {
    warnings.push({
      what: 'BACKUP_DIR has no effect with PostgreSQL: no scheduled backups are made.',
      advice: 'Use pg_dump or point-in-time recovery (see docs/guides/backups.md), and unset BACKUP_DIR.',
    })
  }
  for (const name of config.retired)
    warnings.push({ what: `${name} has no effect any more: ${RETIRED[name]}.`, advice: 'Unset it.' })
  warnings.push(...exposure(config))
  return warnings
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.(test|localhost))$/

/** Returns warnings about settings that matter on a network, such as HTTPS, proxies and origins. */
function exposure(config: Config): ConfigWarning[] {
  const warnings: ConfigWarning[] = []
  const { protocol, hostname, pathname } = new URL(config.PUBLIC_URL ?? 'http://localhost')
  const isPublic = protocol === 'https:'
  const warn = (what: string, advice: string) => warnings.push({ what, advice })
  if (!isPublic && !LOCAL.test(hostname))
    warn(
      'PUBLIC_URL begins with http: passwords and tokens are sent unencrypted.',
      'Put a proxy with HTTPS in front of the server, and set PUBLIC_URL to its address.',
    )
  if (pathname !== '/')
    warn(
      'PUBLIC_URL has a path: the API works below it, but the web app does not.',
      'Give the server a name of its own, such as https://daymark.example.org.',
    )
  if (isPublic && !config.production)
    warn(
      'NODE_ENV is not production, so everyone can open the GraphQL and WebSocket playgrounds.',
      'Set NODE_ENV=production.',
    )
  if (isPublic && config.TRUSTED_PROXY_IPS.size === 0 && !config.CDN_ENABLED)
    warn(
      'TRUSTED_PROXY_IPS is not set: behind a proxy, all people share its address and its rate limits.',
      'Set TRUSTED_PROXY_IPS to the address of the proxy.',
    )
  if (['8.8.8.8', '203.0.113.1'].every(address => config.TRUSTED_PROXY_IPS.has(address)))
    warn('TRUSTED_PROXY_IPS trusts every address, so clients can fake theirs.', 'List only your proxies.')
  if (!config.RATE_LIMIT_ENABLED)
    warn('RATE_LIMIT_ENABLED=false: requests are not limited.', 'Unset it, unless a proxy limits them.')
  if (config.CORS_ALLOWED_ORIGINS.includes('*'))
    warn('CORS_ALLOWED_ORIGINS=* lets every website call the API.', 'List the origins of your own apps.')
  if (config.REDIS_URL !== undefined && config.database.kind === 'sqlite')
    warn('REDIS_URL is set, but SQLite serves only one instance.', 'Unset it, or use PostgreSQL.')
  return warnings
}
