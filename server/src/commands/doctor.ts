// npm run doctor: checks settings, database, Redis, issuer and clock, and gives advice.
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { configWarnings } from '../config/config-warnings.ts'
import { checkClock, checkDatabase, checkIssuer, checkRedis, type Finding } from './examine.ts'
import { runCommand } from './support/command.ts'

const MARKS: Record<Finding['state'], string> = { ok: '✔', warning: '!', bad: '✖' }

function print({ state, what, advice }: Finding): void {
  console.log(`  ${MARKS[state]} ${what}`)
  if (advice !== undefined) console.log(`      ${advice}`)
}

function settings(): Config | undefined {
  try {
    const config = readConfig()
    print({ state: 'ok', what: 'Settings: all are valid.' })
    for (const warning of configWarnings(config)) print({ state: 'warning', ...warning })
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) print({ state: 'bad', what: `Setting ${fault}.` })
    return undefined
  }
}

const USAGE = `Usage: npm run doctor

Checks settings, database, Redis, issuer and clock, and gives advice. Changes nothing.`

await runCommand({ usage: USAGE, options: {} }, async () => {
  console.log('\nDaymark self-check:\n')
  const config = settings()
  const findings = config
    ? [
        await checkDatabase(config),
        await checkRedis(config),
        await checkIssuer(config),
        await checkClock(config),
      ].flat()
    : []
  for (const finding of findings) print(finding)
  const bad = !config || findings.some(finding => finding.state === 'bad')
  console.log(bad ? '\nSomething needs your attention.\n' : '\nEverything is fine.\n')
  process.exitCode = bad ? 1 : 0
})
