// The test command: starts the services that the selected tests need, runs the tests, and cleans up.
// Usage: npm test -- [--unit | --integration | --browser] [--postgres] [--quick] [flags of node --test] [paths]
// A path may be a pattern.
import { rm } from 'node:fs/promises'
import { availableParallelism, constants } from 'node:os'
import { join, resolve } from 'node:path'
import { findCalendarClients } from './services/calendar-clients.ts'
import { onParentGone } from './services/parent.ts'
import { startPostgres } from './services/postgres.ts'
import { findProgram, MissingProgram } from './services/programs.ts'
import { startRedis } from './services/redis.ts'
import { buildServer, buildWeb } from './services/server-program.ts'
import type { Service } from './services/service.ts'
import { RunningProgram } from './services/supervise.ts'
import { makeMemoryFolder, makeTemporaryFolder } from './services/temporary-folder.ts'
import { endingFlags } from './test/endings.ts'
import { canShareProcess, groupSuites, groupTests } from './test/group.ts'
import { type Kind, requirementsOf, type ServiceName, VARIABLES } from './test/requirements.ts'
import { SEED_VARIABLE, seedOf } from './test/seed.ts'
import { selectTests } from './test/select.ts'

const ROOT = resolve(import.meta.dirname, '..')
const KILL_AFTER_MS = 5_000
/** Caches compiled code, because compiling the server takes a large part of a test file's time. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/tests')
const REPORTERS = [
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  `--test-reporter=${join(import.meta.dirname, 'test/summary.ts')}`,
  '--test-reporter-destination=stdout',
]
/** Every test process loads these modules first, except in watch mode. */
const PRELOADED = ['bundled-helpers.ts', 'promise-tracking.ts']

let run: RunningProgram | undefined
let interruptedBy: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(signal))
onParentGone(() => interrupt('SIGTERM'))

process.exitCode = await main()

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const { files: chosen, kinds, quick, onPostgres, flags } = await selectTests(ROOT, words)
  const requirements = requirementsOf(ROOT)
  const tests = chosen
    .map(file => ({ file, ...requirements(file) }))
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .filter(({ services }) => !onPostgres || services.has('postgres'))
  if (tests.length === 0) {
    console.error(`No test file matches ${words.join(' ') || 'in this checkout'}.`)
    return 1
  }
  const services = new Set(tests.flatMap(test => [...test.services]))
  if (process.env['CONFORMANCE_ON'] === 'postgres') services.add('postgres')
  await using cleanUp = new AsyncDisposableStack()
  try {
    const needs = (...kinds: Kind[]) => tests.some(({ kind }) => kinds.includes(kind))
    const [env, server] = await Promise.all([
      startServices(services, cleanUp),
      needs('integration', 'browser') ? buildServer() : undefined,
      needs('browser') ? buildWeb() : undefined,
    ])
    if (quick) env['QUICK_PROPERTIES'] = '1'
    if (server) env['TEST_SERVER'] = server
    const seed = seedOf(process.env[SEED_VARIABLE])
    env[SEED_VARIABLE] = String(seed)
    console.log(`Property tests use ${SEED_VARIABLE}=${seed}. Set it to repeat the run.`)
    return await runTests(tests, flags, env, cleanUp)
  } catch (error) {
    if (!(error instanceof MissingProgram)) throw error
    console.error(error.message)
    return 1
  }
}

/** Returns environment variables with the services' addresses. */
async function startServices(
  names: ReadonlySet<ServiceName>,
  cleanUp: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const adopt = async (starting: Promise<Service>) => cleanUp.use(await starting).url
  const start: Record<ServiceName, () => string | Promise<string>> = {
    chromium: () => findProgram('chromium'),
    'calendar-clients': findCalendarClients,
    redis: () => adopt(startRedis()),
    postgres: () => adopt(startPostgres()),
  }
  const missing = (Object.keys(start) as ServiceName[]).filter(
    name => names.has(name) && !process.env[VARIABLES[name]],
  )
  const started = await Promise.allSettled(
    missing.map(async name => [VARIABLES[name], await start[name]()] as const),
  )
  // Reports all missing programs at once.
  const failures = started.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  const unexpected = failures.find(failure => !(failure instanceof MissingProgram))
  if (unexpected) throw unexpected
  if (failures.length > 0) throw new MissingProgram(failures.map(({ message }) => message).join('\n'))
  return Object.fromEntries(started.flatMap(each => (each.status === 'fulfilled' ? [each.value] : [])))
}

async function runTests(
  tests: readonly { file: string; kind: Kind }[],
  flags: string[],
  env: Record<string, string>,
  cleanUp: AsyncDisposableStack,
): Promise<number> {
  // Tests use this as the temporary folder, so that their leftovers are removed with it.
  const folder = await makeTemporaryFolder('test')
  const memory = await makeMemoryFolder('test')
  const folders = [folder, memory ?? []].flat()
  for (const each of folders) cleanUp.defer(() => rm(each, { recursive: true, force: true, maxRetries: 5 }))
  // Runs one more file at a time than there are cores, because tests also wait. A machine with two cores that ran two
  // files at a time was idle for a third of the time.
  const atOnce = availableParallelism() + 1
  // Does not group files in watch mode, because Node could not tell which file has changed.
  const watch = flags.includes('--watch')
  const of = (kind: Kind) => tests.filter(test => test.kind === kind).map(({ file }) => file)
  const [others, sharing] = watch ? [tests.map(({ file }) => file), []] : apart(of('integration'))
  // Node runs files in name order. Browser tests come first, because they take longest.
  const groups = watch
    ? []
    : [
        // Uses one group fewer, so that another test can always run alongside. More browser tests would slow each
        // other down.
        ...groupTests(of('browser'), atOnce - 1, ROOT, folder, '1-browser'),
        ...groupSuites(sharing.filter(isBlackBox), atOnce, ROOT, folder, '2-conformance'),
        ...groupSuites(
          sharing.filter(file => !isBlackBox(file)),
          // With fewer groups, a process would need more than a gigabyte of memory.
          2 * atOnce,
          ROOT,
          folder,
          '3-app',
        ),
        // Unit tests never wait, so more processes than cores would save no time, but load the modules more often.
        ...groupTests(of('unit'), availableParallelism(), ROOT, folder, '4-unit'),
      ]
  const reporter = flags.some(flag => flag.startsWith('--test-reporter')) ? [] : REPORTERS
  run = new RunningProgram(
    {
      command: process.execPath,
      args: [
        ...['--test', `--test-concurrency=${atOnce}`, ...endingFlags({ watch })],
        // In watch mode, the bundle may be older than the sources.
        ...(watch ? [] : PRELOADED.map(name => `--import=${join(import.meta.dirname, 'test', name)}`)),
        ...[...reporter, ...flags, ...groups, ...others],
      ],
      cwd: ROOT,
      env: {
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...process.env,
        ...env,
        TMPDIR: folder,
        ...(memory && { TEST_MEMORY_FOLDER: memory }),
      },
      quickEnd: 'SIGKILL',
      folder: folders,
    },
    'inherit',
  )
  const exit = await run.exited
  if (interruptedBy) return exitCodeOf(interruptedBy)
  return typeof exit === 'number' ? exit : 1
}

/** True for tests directly in `conformance/`, which share a server if they run in the same process. */
function isBlackBox(file: string): boolean {
  return /^conformance\/[^/]+$/.test(file)
}

/**
 * Separates test files that need their own process from files that can share one. A single sharable file does not
 * need a group.
 */
function apart(files: string[]): [alone: string[], sharing: string[]] {
  const sharing = files.filter(file => canShareProcess(file, ROOT))
  if (sharing.length === 1) return [files, []]
  return [files.filter(file => !sharing.includes(file)), sharing]
}

function interrupt(signal: NodeJS.Signals): void {
  interruptedBy ??= signal
  // Before the tests run, there is nothing to wait for, because services that are still starting end with this
  // process.
  if (!run) process.exit(exitCodeOf(signal))
  run.signal(signal)
  setTimeout(() => run?.signal('SIGKILL'), KILL_AFTER_MS).unref()
}

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
