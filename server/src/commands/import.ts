import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import type { ArchiveImport } from '@daymark/contract/moving/archive-import'
import { argumentPath, readConfig } from '../config/config.ts'
import { archiveImportService } from '../features/moving/archive/service.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { program } from '../platform/program/program.ts'
import { commandActor } from '../platform/sign-in/command-actor.ts'
import { openStorage } from '../platform/storage/open.ts'
import { requireCurrentSchema } from '../platform/storage/schema/schema-state.ts'
import { openParser } from '../platform/uploads/parser.ts'
import { openUpload } from '../platform/uploads/spool.ts'
import { createServices } from '../services.ts'
import { Refusal } from './support/arguments.ts'
import { recordCommand } from './support/audit.ts'
import { announceDatabase, runCommand } from './support/command.ts'
import { personOf } from './support/person.ts'

const USAGE = `Usage: npm run import -- --user <id or email> --from <file.zip> [--replace] [--dry-run]

Imports an archive of "npm run export" or of Settings > Your data into the account of one person. The archive may be
larger than IMPORT_MAX_MB. Later changes of the person stay; with --replace, everything that is not in the archive is
deleted. The person can undo the import in Settings > History. --dry-run only prints what would be imported.
The server can keep running, but other writes wait until the import is done.`

const shape = {
  usage: USAGE,
  options: {
    user: { type: 'string' },
    from: { type: 'string' },
    replace: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
} as const

const MB = 1024 * 1024
const DAY_MS = 86_400_000

await runCommand(shape, async ({ values: { user, from, replace = false, 'dry-run': dry_run = false } }) => {
  if (user === undefined) throw new Refusal(`Name the person with --user.\n\n${USAGE}`)
  if (from === undefined) throw new Refusal(`Name the archive with --from.\n\n${USAGE}`)
  const config = readConfig()
  const path = argumentPath(from)
  if (!existsSync(path)) throw new Refusal(`${path} does not exist.`)
  announceDatabase(config)
  await requireCurrentSchema(config.database)
  const opened = await openStorage(config.database, {
    ...{ shared: true, poolSize: 1, schema: 'as-is' },
    prepares: config.DATABASE_PREPARED_STATEMENTS,
  })
  const upload = await openUpload(path)
  try {
    const { storage } = createServices({ config, storage: opened, clock: systemClock })
    const id = await personOf(storage, user)
    const parser = openParser({
      code: program.parserCode(),
      failed: error => console.error(error.message),
      memoryMb: Math.floor(totalmem() / MB / 2),
      waitMs: DAY_MS,
    })
    const service = archiveImportService({
      ...{ storage, parser, clock: systemClock, mostBytes: 0 },
      // The command does not run jobs, so it writes everything in one transaction.
      most_at_once: Number.POSITIVE_INFINITY,
    })
    const mode = replace ? 'replace' : 'merge'
    const result = await service.importArchive(commandActor(id), upload, { mode, dry_run }, work => work())
    if (!dry_run) await recordCommand(opened, 'import', id)
    print(result as ArchiveImport)
  } finally {
    upload.release()
    await opened.close()
  }
})

function print({ dry_run, kinds, moved, skipped, problems }: ArchiveImport): void {
  for (const { kind, created, updated, unchanged, deleted } of kinds)
    if (created + updated + unchanged + deleted > 0)
      console.log(
        `  ${kind.padEnd(12)} ${created} new, ${updated} changed, ${unchanged} unchanged, ${deleted} deleted`,
      )
  if (moved.count > 0)
    console.log(`  ${moved.count} todos moved up, because a tree has at most ${MAX_TODO_LEVELS} levels`)
  for (const { file, line, message, title } of problems)
    console.log(`  ${file}:${line} ${title === null ? '' : `“${title}”: `}${message}`)
  if (skipped > problems.length) console.log(`  ${skipped - problems.length} more rows with problems`)
  console.log(dry_run ? 'Nothing was written (--dry-run).' : 'Imported the archive.')
}
