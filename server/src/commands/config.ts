import { ConfigError, currentSettings, readConfig } from '../config/config.ts'
import { type EffectiveSetting, effectiveSettings } from '../config/effective.ts'
import { databaseName } from '../platform/storage/database-name.ts'
import { runCommand } from './support/command.ts'
import { table } from './support/table.ts'

const USAGE = `Usage: npm run config -- [--changed] [--json]

Prints the settings that the server and the commands use, and where each one comes from: the environment, a file,
or the default. Passwords and secrets are masked. Exits with 1 if a setting is not valid.

  --changed      only settings that differ from the default
  --json         as JSON

Files: DAYMARK_ENV_FILE, or else ./.env and DATA_DIR/daymark.env. The environment wins over files.`

const shape = {
  usage: USAGE,
  options: { changed: { type: 'boolean' }, json: { type: 'boolean' } },
} as const

await runCommand(shape, async ({ values }) => {
  const { settings, files } = effectiveSettings(currentSettings())
  const shown = settings.filter(({ from }) => !values.changed || from !== 'default')
  const { faults, database } = checked()
  process.exitCode = faults.length > 0 ? 1 : 0
  if (values.json) return console.log(JSON.stringify({ settings: shown, files, faults }, null, 2))
  if (shown.length > 0) console.log(table(['NAME', 'FROM', 'VALUE'], shown.map(row)))
  else console.log('All settings have their defaults.')
  console.log(`\nFiles: ${files.length > 0 ? files.join(', ') : 'none'}`)
  if (database !== undefined) console.log(`Database: ${database}`)
  for (const fault of faults) console.error(`\n✖ ${fault}`)
})

function row({ name, value, from }: EffectiveSetting): string[] {
  return [name, from, value]
}

function checked(): { faults: readonly string[]; database?: string } {
  try {
    return { faults: [], database: databaseName(readConfig().database) }
  } catch (error) {
    if (error instanceof ConfigError) return { faults: error.faults }
    throw error
  }
}
