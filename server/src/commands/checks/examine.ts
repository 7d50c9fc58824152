// The checks run in the order in which an operator should read their findings.
import { type Config, ConfigError } from '../../config/config.ts'
import { configWarnings } from '../../config/config-warnings.ts'
import { checkDatabase } from './database-check.ts'
import { checkBackups, checkFolder, checkWeb, type FreeSpace } from './files-check.ts'
import { bad, type Finding, ok } from './finding.ts'
import { checkMail } from './mail-check.ts'
import { checkIssuer, checkIssuerClock, checkPort, checkRedis, checkWorkers } from './services-check.ts'

export interface Surroundings {
  now: number
  /** The folder that contains the built web app. */
  web: string
  space: FreeSpace
}

export async function examine(readSettings: () => Config, around: Surroundings): Promise<Finding[]> {
  let config: Config
  try {
    config = readSettings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map(fault => bad(`Settings: ${fault}.`.replace(/([.?])\.$/, '$1')))
  }
  return [
    ok('Settings: all are valid.'),
    ...configWarnings(config).map((each): Finding => ({ state: 'warning', ...each })),
    ...(await checkFolder(config, around.space)),
    ...(await checkDatabase(config, around.now)),
    ...(await checkBackups(config, around.now, around.space)),
    ...(await checkPort(config)),
    checkWeb(around.web),
    ...(await checkRedis(config)),
    ...checkWorkers(config),
    ...(await checkIssuer(config)),
    await checkIssuerClock(config, around.now),
    await checkMail(config),
  ]
}
