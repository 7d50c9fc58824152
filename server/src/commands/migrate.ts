import { dirname, join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../config/config.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { makeBackup } from '../platform/storage/copies/archive/backups.ts'
import { newestBackups } from '../platform/storage/copies/archive/claim.ts'
import { openStorage } from '../platform/storage/open.ts'
import type { UpgradeReport } from '../platform/storage/schema/migration.ts'
import { schemaState } from '../platform/storage/schema/schema-state.ts'
import { requireSameServer } from '../platform/storage/server-id.ts'
import { holdServerLock } from '../platform/storage/sqlite/sqlite-lock.ts'
import { recordCommandIn } from './support/audit.ts'
import { announceDatabase, runCommand } from './support/command.ts'
import { filesToBackUp } from './support/sqlite-files.ts'

const USAGE = `Usage: npm run migrate -- [--dry-run] [--no-backup]

Upgrades the database to Daymark ${manifest.version}, or creates it. The server does the same at startup.

  --dry-run      lists the pending migrations and changes nothing
  --no-backup    skips the backup of the SQLite database`

const shape = {
  usage: USAGE,
  options: { 'dry-run': { type: 'boolean' }, 'no-backup': { type: 'boolean' } },
} as const

const CURRENT = `The database has the schema of Daymark ${manifest.version}.`

const progress: UpgradeReport = {
  warn: fault => console.warn(fault),
  waiting: () => console.log('Another instance is upgrading the database. Waiting for it.'),
  step: ({ name, number, total }) => console.log(`  ${number}/${total}  ${name}`),
  end: ({ ms }) => console.log(`Finished in ${(ms / 1000).toFixed(1)} s.`),
}

await runCommand(shape, async ({ values }) => {
  const config = readConfig()
  announceDatabase(config)
  await requireSameServer(config, () => newestBackups(config, systemClock.now()))
  const { isMissing, pending } = await schemaState(config.database)
  if (pending.length === 0) return console.log(`${CURRENT} Nothing to do.`)
  if (values['dry-run']) {
    console.log(
      isMissing ? 'There are no tables yet. All migrations would run:' : 'These migrations would run:',
    )
    console.log(`${pending.map(name => `  ${name}`).join('\n')}\n\nNothing was changed.`)
    return
  }
  if (!isMissing) await backUp(config, values['no-backup'] ?? false)
  await (
    await openStorage(config.database, { upgrade: progress, prepares: config.DATABASE_PREPARED_STATEMENTS })
  ).close()
  await recordCommandIn(config, 'migrate')
  console.log(CURRENT)
})

async function backUp(config: Config, isUnwanted: boolean): Promise<void> {
  const { database } = config
  if (database.kind === 'postgres')
    return console.log('No backup is made, because the database is PostgreSQL: use pg_dump.')
  // Fails if a server is running, so that the backup cannot miss its later writes.
  const release = holdServerLock(database.path)
  try {
    if (!isUnwanted) await copyBeside(config)
  } finally {
    release()
  }
}

async function copyBeside(config: Config): Promise<void> {
  const source = filesToBackUp(config, '')
  const stamp = new Date(systemClock.now()).toISOString().replace(/[-:]|\..*/g, '')
  const target = join(dirname(source.database), `before-${manifest.version}-${stamp}.tar.gz`)
  await makeBackup(source, target, systemClock.now())
  console.log(`Backed up the database to ${target}. To go back: npm run restore -- ${target} --force`)
}
