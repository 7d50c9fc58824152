// Runs one program and ends it when the process that started it has died. The operating system closes the channel
// to that process even after a SIGKILL, so no program outlives it. supervise.ts starts this script.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Program } from './supervise.ts'

const QUICK_END_MS = 3_000

// Receives the program in a message, because every user can read the command lines of running programs.
process.once('message', supervise)

async function supervise({ command, args, cwd, env, account, quickEnd, folder }: Program): Promise<void> {
  const child = spawn(command, args, {
    ...account,
    cwd,
    env,
    // Uses a separate process group, so that all of the program's children can be ended with it.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit').catch((error: Error) => [error.message])
  if (child.pid !== undefined) process.send?.({ pid: child.pid })
  process.on('message', (signal: NodeJS.Signals) => child.kill(signal))
  process.once('disconnect', ownerIsGone)

  const [code, signal] = await ended
  killGroup()
  process.off('disconnect', ownerIsGone)
  if (process.connected) process.send?.({ exit: signal ?? code }, () => process.disconnect?.())

  async function ownerIsGone(): Promise<void> {
    child.kill(quickEnd)
    setTimeout(killGroup, QUICK_END_MS).unref()
    await ended
    // Retries, because a process may still be writing to the folder.
    for (const each of [folder ?? []].flat())
      await rm(each, { recursive: true, force: true, maxRetries: 30, retryDelay: 20 })
  }

  function killGroup(): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process group has already ended.
    }
  }
}
