// The test command: provides real servers, runs the chosen tests against them, and leaves nothing behind.
import { resolve } from 'node:path'
import { CannotProvide } from './provide/cannot-provide.ts'
import { findChromium } from './provide/chromium.ts'
import { startPostgres } from './provide/postgres.ts'
import { parentOf } from './provide/processes.ts'
import type { ProvidedServer } from './provide/provided-server.ts'
import { startRedis } from './provide/redis.ts'
import { makeTemporaryFolder } from './provide/temporary-folder.ts'
import { runTests, type TestRun } from './run-tests.ts'
import { type Selection, selectTests } from './select-tests.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PARENT_CHECK_MS = 1_000

let current: TestRun | undefined
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  // Before the tests run there is nothing to wait for: the watchdog ends whatever is half started.
  process.on(signal, () => (current ? current.interrupt(signal) : process.exit(code)))
}
stopWithNpm()

process.exitCode = await main()

async function main(): Promise<number> {
  const words = process.argv.slice(2)
  const selection = await selectTests(ROOT, words)
  if (selection.files.length === 0) {
    console.error(`No test file matches ${words.join(' ') || 'in this checkout'}.`)
    return 1
  }
  await using cleanUp = new AsyncDisposableStack()
  try {
    const env = await provideFor(selection, cleanUp)
    current = runTests(ROOT, selection, env)
  } catch (error) {
    if (!(error instanceof CannotProvide)) throw error
    console.error(error.message)
    return 1
  }
  return await current.finished
}

async function provideFor(
  { files }: Selection,
  cleanUp: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const folder = await makeTemporaryFolder('test')
  cleanUp.defer(() => folder.remove())
  const adopt = async (starting: Promise<ProvidedServer>) => cleanUp.use(await starting).url
  const needsBrowser = files.some(file => file.endsWith('.browser.test.ts'))
  const answers = await Promise.allSettled([
    process.env['TEST_POSTGRES_URL'] || adopt(startPostgres()),
    process.env['TEST_REDIS_URL'] || adopt(startRedis()),
    process.env['CHROMIUM_PATH'] || (needsBrowser ? findChromium() : ''),
  ])
  const [postgres = '', redis = '', chromium = ''] = valuesOrThrow(answers)
  return {
    TEST_POSTGRES_URL: postgres,
    TEST_REDIS_URL: redis,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    // What tests leave in the temporary folder goes with it.
    TMPDIR: folder.path,
  }
}

// All that is missing at once, so that nobody learns of the second only after curing the first.
function valuesOrThrow(answers: PromiseSettledResult<string>[]): string[] {
  const failures = answers.filter(answer => answer.status === 'rejected').map(answer => answer.reason)
  const unexpected = failures.find(failure => !(failure instanceof CannotProvide))
  if (unexpected) throw unexpected
  if (failures.length > 0) throw new CannotProvide(failures.map(failure => failure.message).join('\n'))
  return answers.filter(answer => answer.status === 'fulfilled').map(answer => answer.value)
}

// npm starts this through a shell and may be ended without either being told: nobody waits for the run then.
function stopWithNpm(): void {
  if (!process.env['npm_lifecycle_event']) return
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`
  const atStart = ancestors()
  setInterval(() => ancestors() !== atStart && process.kill(process.pid, 'SIGTERM'), PARENT_CHECK_MS).unref()
}
