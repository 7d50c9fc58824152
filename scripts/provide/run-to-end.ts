// Runs a program that prepares something and ends by itself; if this process dies first, so does the program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from './account.ts'
import { hold, release } from './guard.ts'

export async function runToEnd(
  command: string,
  args: string[],
  { account, cwd }: { account: Account | undefined; cwd: string },
): Promise<void> {
  const child = spawn(command, args, {
    ...account,
    cwd,
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const group =
    child.pid === undefined ? undefined : ({ kind: 'group', pid: child.pid, signal: 'SIGINT' } as const)
  if (group) hold(group)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  await closed
  if (group) release(group)
  if (child.exitCode !== 0)
    throw new Error(`${command} ended with ${child.signalCode ?? child.exitCode}:\n${output.trim()}`)
}
