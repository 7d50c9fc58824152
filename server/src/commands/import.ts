import { existsSync } from 'node:fs'
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import type { ArchiveImport } from '@daymark/contract/moving/archive-import'
import { pino } from 'pino'
import { argumentPath, readConfig } from '../config/config.ts'
import { importService } from '../features/icalendar/imports/service.ts'
import { archiveImportService } from '../features/moving/archive/service.ts'
import { sourceImportService } from '../features/moving/imports/service.ts'
import { openJobs } from '../platform/jobs/open.ts'
import { StagedRequest } from '../platform/kernel/staged-request.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { program } from '../platform/program/program.ts'
import { commandActor } from '../platform/sign-in/command-actor.ts'
import { openStorage } from '../platform/storage/open.ts'
import { requireCurrentSchema } from '../platform/storage/schema/schema-state.ts'
import { openParser } from '../platform/uploads/parser.ts'
import { openUpload } from '../platform/uploads/spool.ts'
import { createServices } from '../services.ts'
import { stagedRequests } from '../staged-requests.ts'
import { Refusal } from './support/arguments.ts'
import { recordCommand } from './support/audit.ts'
import { announceDatabase, runCommand } from './support/command.ts'
import { personOf } from './support/person.ts'

const USAGE = `Usage: npm run import -- --user <id or email> --from <file.zip> [--replace] [--dry-run]

Imports an archive of "npm run export" or of Settings > Your data into the account of one person. The archive may be
larger than IMPORT_MAX_MB. Later changes of the person stay; with --replace, everything that is not in the archive is
deleted. The person can undo the import in Settings > History. --dry-run only prints what would be imported.
A large archive is written in steps. The server can keep running: it goes on with the import if this command is ended.`

const shape = {
  usage: USAGE,
  options: {
    user: { type: 'string' },
    from: { type: 'string' },
    replace: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
} as const

const DAY_MS = 86_400_000
const clock = systemClock
const log = pino({ level: 'warn' }, pino.destination(2))

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
    const { storage, history } = createServices({ config, storage: opened, clock })
    const id = await personOf(storage, user)
    const parser = openParser({
      code: program.parserCode(),
      failed: error => console.error(error.message),
      folder: config.DATA_DIR,
      longWaitMs: DAY_MS,
    })
    const parts = { storage, clock, parser, mostBytes: 0 }
    const service = archiveImportService({ ...parts, folder: config.DATA_DIR })
    const mode = replace ? 'replace' : 'merge'
    const imported = await service.importArchive(commandActor(id), upload, { mode, dry_run }, work => work())
    const finish = async (request: StagedRequest) => {
      const jobs = openJobs({ storage, clock, log })
      const staged = stagedRequests({
        ...{ storage, clock, jobs, history, wait_ms: DAY_MS },
        calendars: importService(parts).staged,
        sources: async () => sourceImportService(parts),
        archives: async () => service,
      })
      await jobs.start()
      const settled = await staged.settle(id, request.id, { wait: true })
      await jobs.stop()
      if (!settled.ended) throw new Refusal('The import still runs. The server goes on with it.')
      return settled.body as ArchiveImport
    }
    const result = imported instanceof StagedRequest ? await finish(imported) : imported
    if (!dry_run) await recordCommand(opened, 'import', id)
    print(result)
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
