// Parses the arguments, runs one command, prints help and errors, and returns the exit code.
import { ApiError, NetworkError, Unauthorized } from '@daymark/client'
import { visibleJson, visibleText } from '@daymark/contract/validation/visible-text'
import { COMMANDS, type CommandName, specOf } from './arguments/catalog.ts'
import { parse } from './arguments/parse.ts'
import { suggest } from './arguments/suggest.ts'
import { add } from './commands/add.ts'
import { completion } from './commands/completion.ts'
import { done } from './commands/done.ts'
import { exportData } from './commands/export.ts'
import { login, logout } from './commands/login.ts'
import { pending } from './commands/pending.ts'
import { plan } from './commands/plan.ts'
import { report } from './commands/report.ts'
import { pause, resume, start, status, stop } from './commands/timers.ts'
import { today } from './commands/today.ts'
import { watch } from './commands/watch.ts'
import type { Context } from './context.ts'
import { EXIT_CODES, Failure } from './failure.ts'
import { languageOf, type Texts, textsOf } from './texts/texts.ts'
import { commandHelp, programHelp } from './view/help.ts'
import { stylesOf, usesColor } from './view/style.ts'

interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface Program {
  readonly env: NodeJS.ProcessEnv
  readonly stdout: Output
  readonly stderr: Output
  readonly version: string
}

const RUN: Record<CommandName, (context: Context) => Promise<void>> = {
  today,
  add,
  start,
  pause,
  resume,
  stop,
  status,
  done,
  plan,
  report,
  watch,
  export: exportData,
  pending,
  login,
  logout,
  completion,
}

/** The width to assume if the output is not a terminal. */
const USUAL_COLUMNS = 100

export async function run(given: readonly string[], program: Program): Promise<number> {
  const { env, stdout, stderr } = program
  const language = languageOf(env)
  const t = textsOf(language)
  const isJson = given.includes('--json')
  const isPlain = given.includes('--no-color')
  const styles = stylesOf(usesColor(stdout, env, isPlain))
  const print = (lines: readonly string[]) => void stdout.write(lines.map(line => `${line}\n`).join(''))
  try {
    const [name, ...rest] = given
    if (name === '--version' || name === 'version') {
      print([program.version])
      return EXIT_CODES.ok
    }
    const wanted = name === 'help' ? rest[0] : name
    if (wanted === undefined || wanted === '--help' || wanted === '-h') {
      print(programHelp(t, styles))
      return EXIT_CODES.ok
    }
    const spec = specOf(wanted)
    if (!spec) throw unknownCommand(wanted, t)
    const parsed = parse(spec, name === 'help' ? ['--help'] : rest, t)
    if (parsed.flags.has('help')) {
      print(commandHelp(spec, t, styles))
      return EXIT_CODES.ok
    }
    await RUN[spec.name]({
      ...parsed,
      env,
      language,
      t,
      styles,
      isJson,
      isTerminal: stdout.isTTY === true,
      columns: stdout.columns || USUAL_COLUMNS,
      say: (...lines) => isJson || print(lines),
      json: value => isJson && print([visibleJson(value)]),
      note: line => void stderr.write(`${line}\n`),
    })
    return EXIT_CODES.ok
  } catch (error) {
    const failure = failureOf(error, t)
    if (isJson) stderr.write(`${visibleJson({ error: { code: failure.code, message: failure.message } })}\n`)
    else {
      const { bad, dim } = stylesOf(usesColor(stderr, env, isPlain))
      const [message, hint] = [failure.message, failure.hint ?? ''].map(visibleText)
      stderr.write(`${bad('✗')} ${message}\n${hint ? `  ${dim(hint)}\n` : ''}`)
    }
    return EXIT_CODES[failure.code]
  }
}

function unknownCommand(name: string, t: Texts): Failure {
  const meant = suggest(
    name,
    COMMANDS.map(each => each.name),
  )
  return new Failure(
    'usage',
    t.errors.unknownCommand(name),
    meant ? t.didYouMean(meant) : t.seeHelp('daymark --help'),
  )
}

function failureOf(error: unknown, t: Texts): Failure {
  if (error instanceof Failure) return error
  if (error instanceof Unauthorized)
    return new Failure('signed_out', t.errors.expired, t.tryCommand('daymark login'))
  if (error instanceof ApiError) return new Failure('failed', error.detail)
  if (error instanceof NetworkError) return new Failure('offline', error.message)
  const text = error instanceof Error ? error.message : String(error)
  return new Failure('failed', `${t.errors.unexpected} ${text}`)
}
