// Runs an operator command in the test process, because starting another process takes longer than most commands run.
// Tests of the process itself (its input, output stream, locks or end) use runProgram.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import type { Outcome, Settings } from './process.ts'

const COMMANDS = join(import.meta.dirname, '../../src/commands')
let runs = 0
let last: Promise<unknown> = Promise.resolve()

/** Runs commands in sequence, because settings, arguments and output belong to the process. */
export function runCommandHere(name: string, args: readonly string[], settings: Settings): Promise<Outcome> {
  const run = last.then(() => runAlone(name, args, settings))
  last = run.catch(() => {})
  return run
}

async function runAlone(name: string, args: readonly string[], settings: Settings): Promise<Outcome> {
  const { env, argv, exitCode } = process
  const { log, error } = console
  const [out, err]: [string[], string[]] = [[], []]
  process.env = { PATH: env['PATH'], DAYMARK_ENV_FILE: 'none', ...settings }
  process.argv = [process.execPath, name, ...args]
  process.exitCode = undefined
  console.log = (...values: unknown[]) => void out.push(format(...values))
  console.error = (...values: unknown[]) => void err.push(format(...values))
  try {
    // Each query string loads a new module, so that the command runs again. Its own imports load only once.
    await import(`${pathToFileURL(join(COMMANDS, `${name}.ts`)).href}?run=${++runs}`)
    const code = Number(process.exitCode ?? 0)
    return { code, out: out.join('\n').trim(), err: err.join('\n').trim() }
  } finally {
    Object.assign(process, { env, argv, exitCode })
    Object.assign(console, { log, error })
  }
}
