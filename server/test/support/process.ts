// The program and its commands as processes of their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const SOURCE = join(import.meta.dirname, '../../src')

export type Settings = Record<string, string>

export interface Outcome {
  code: number | null
  out: string
  err: string
}

function start(file: string, args: readonly string[], settings: Settings) {
  return spawn(process.execPath, [join(SOURCE, file), ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings },
  })
}

/** Runs a command to its end. */
export async function runProgram(
  file: string,
  args: readonly string[],
  settings: Settings,
  input = '',
): Promise<Outcome> {
  const child = start(file, args, settings)
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out: out.trim(), err: err.trim() }
}

/** A server that listens; gives its address and a way to stop it. */
export async function startProgram(settings: Settings) {
  const child = start('main.ts', [], { PORT: '0', RATE_LIMIT_ENABLED: 'false', ...settings })
  child.stderr.pipe(process.stderr)
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const url = /Listens\s+(http:\S+)/.exec(printed)?.[1]
    if (!url) continue
    const stop = async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }
    return { url, stop }
  }
  throw new Error(`The server did not start:\n${printed}`)
}
