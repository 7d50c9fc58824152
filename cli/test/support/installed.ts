// Installs the packed CLI into an empty folder, runs it in terminals, and calls its code in this process.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { run as runCommand } from '../../src/run.ts'

const root = join(import.meta.dirname, '../../..')
const execute = promisify(execFile)

export interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Installed {
  readonly folder: string
  readonly home: string
  /** Starts the packed program without a terminal. */
  run(args: readonly string[], options?: { env?: NodeJS.ProcessEnv; input?: string }): Promise<Result>
  /** Runs a command in this process, because starting a process per command would dominate the test time. */
  call(args: readonly string[], options?: { env?: NodeJS.ProcessEnv; columns?: number }): Promise<Result>
  /** Calls a command and parses its JSON output. */
  json<T>(...args: string[]): Promise<T>
  /** Runs a shell command in a pseudo-terminal. */
  terminal(command: string, env?: NodeJS.ProcessEnv): Terminal
  remove(): void
}

export interface Terminal {
  /** All output so far. */
  shown(): string
  /** Resolves when the text appears in the output after the previous match. */
  see(text: string | RegExp): Promise<void>
  type(text: string): void
  readonly ended: Promise<number>
}

/** Packs `cli/dist` like `npm publish` and installs it like `npx`. */
export async function install(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-cli-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  // Commands that run in this process read the time zone from it.
  const { TZ } = process.env
  process.env['TZ'] = 'UTC'
  await execute(process.execPath, ['scripts/build/cli.ts'], { cwd: root })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  // `--install-links` packs the folder instead of linking it.
  const options = ['--install-links', '--offline', '--no-audit', '--no-fund']
  await execute('npm', ['install', join(root, 'cli/dist'), ...options], { cwd: folder })
  const bin = join(folder, 'node_modules/.bin')
  // The program runs with the same Node version as the tests.
  const PATH = `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`
  const environment = (env: NodeJS.ProcessEnv = {}) => ({
    PATH,
    HOME: home,
    TZ: 'UTC',
    LANG: 'en_US.UTF-8',
    TERM: 'xterm-256color',
    // Longer than the default, because the server may respond slowly on a busy machine.
    DAYMARK_TIMEOUT: '120',
    ...env,
  })
  const runOnce: Installed['run'] = async (args, { env, input = '' } = {}) => {
    const child = spawn('daymark', args, { env: environment(env), cwd: folder })
    child.stdin.end(input)
    return resultOf(child)
  }
  const call: Installed['call'] = async (args, { env, columns } = {}) => {
    const [out, err]: [string[], string[]] = [[], []]
    const code = await runCommand(args, {
      env: environment(env),
      stdout: { ...(columns && { isTTY: true, columns }), write: text => out.push(text) },
      stderr: { write: text => err.push(text) },
      version: '0.0.0',
    })
    return { code, out: out.join(''), err: err.join('') }
  }
  return {
    folder,
    home,
    run: runOnce,
    call,
    async json(...args) {
      const { code, out, err } = await call([...args, '--json'])
      assert.equal(code, 0, err)
      return JSON.parse(out)
    },
    terminal: (command, env) => openTerminal(command, environment(env), folder),
    remove() {
      if (TZ === undefined) delete process.env['TZ']
      else process.env['TZ'] = TZ
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function resultOf(child: ChildProcess): Promise<Result> {
  const [code, out, err] = await Promise.all([
    new Promise<number>((resolve, reject) =>
      child.once('error', reject).once('close', code => resolve(code ?? -1)),
    ),
    textOf(child.stdout),
    textOf(child.stderr),
  ])
  return { code, out, err }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = ''
  for await (const part of stream ?? []) text += part
  return text
}

/** `script` from util-linux allocates a real pseudo-terminal. */
function openTerminal(command: string, env: NodeJS.ProcessEnv, cwd: string): Terminal {
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    env,
    cwd,
  })
  let shown = ''
  let seen = 0
  let check = () => {}
  child.stdout.on('data', part => {
    shown += part
    check()
  })
  const ended = new Promise<number>(resolve => child.once('close', code => resolve(code ?? -1)))
  return {
    shown: () => shown,
    async see(text) {
      const find = () => {
        const rest = shown.slice(seen)
        const at = typeof text === 'string' ? rest.indexOf(text) : rest.search(text)
        if (at === -1) return false
        seen += at + 1
        return true
      }
      const found = new Promise<void>(resolve => {
        check = () => find() && resolve()
        check()
      })
      const over = ended.then(() => assert.fail(`The program ended without showing ${text}:\n${shown}`))
      await Promise.race([found, over])
      over.catch(() => {})
      check = () => {}
    },
    type: text => void child.stdin.write(text),
    ended,
  }
}
