import { join } from 'node:path'
import { currentSettings, readConfig } from '../config/config.ts'
import { type EffectiveSetting, effectiveSettings } from '../config/effective.ts'
import { SettingsFileError } from '../config/settings-file.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { examine } from './checks/examine.ts'
import { freeSpace } from './checks/files-check.ts'
import type { Finding } from './checks/finding.ts'
import { runCommand } from './support/command.ts'

const USAGE = `Usage: npm run doctor -- [--json] [--strict]

Checks settings, data folder, database, secret, backups, port, web app, Redis, issuer, clock and
mail server, and gives advice. Changes nothing, and may run beside a server.

  --json         prints the findings and the changed settings as JSON
  --strict       exits with 1 for warnings too

Exit code: 0 if nothing is wrong, 1 if something is.`

const MARKS: Record<Finding['state'], string> = { ok: '✔', warning: '!', bad: '✖' }

const VERDICTS = {
  ok: 'Everything is fine.',
  warning: 'It works, but read the warnings.',
  bad: 'Something needs your attention.',
}

const shape = {
  usage: USAGE,
  options: { json: { type: 'boolean' }, strict: { type: 'boolean' } },
} as const

await runCommand(shape, async ({ values }) => {
  const findings = await examine(readConfig, {
    now: systemClock.now(),
    web: join(import.meta.dirname, '../../../web/dist'),
    space: freeSpace,
  })
  const has = (state: Finding['state']) => findings.some(finding => finding.state === state)
  const status = has('bad') ? 'bad' : has('warning') ? 'warning' : 'ok'
  process.exitCode = status === 'bad' || (values.strict && status === 'warning') ? 1 : 0
  const settings = changedSettings()
  if (values.json) return console.log(JSON.stringify({ status, findings, settings }, null, 2))
  console.log('\nDaymark self-check:\n')
  for (const finding of findings) print(finding)
  if (settings.length > 0) {
    console.log('\nSettings that differ from their defaults ("npm run config" prints all):\n')
    for (const { name, value, from } of settings) console.log(`  ${name}=${value}  (${from})`)
  }
  console.log(`\n${VERDICTS[status]}\n`)
})

/** Returns the changed settings, without passwords and secrets. Returns none if a settings file cannot be read. */
function changedSettings(): EffectiveSetting[] {
  try {
    return effectiveSettings(currentSettings()).settings.filter(({ from }) => from !== 'default')
  } catch (error) {
    // The findings already explain this error.
    if (error instanceof SettingsFileError) return []
    throw error
  }
}

function print({ state, what, advice }: Finding): void {
  console.log(`  ${MARKS[state]} ${what}`)
  if (advice !== undefined) console.log(`      ${advice}`)
}
