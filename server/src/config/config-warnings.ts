// Warns about settings that are valid but weaken the server, at startup and in `npm run doctor`.
import { ANY_AUDIENCE, type Config } from './config.ts'

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
  return warnings
}
