// Tells a watchdog process what must not outlive this process: process groups and folders.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'

export type Guarded =
  /** The signal is the quick way to end its leader; whoever is left in the group is killed. */
  { kind: 'group'; pid: number; signal: NodeJS.Signals } | { kind: 'folder'; path: string }

export type GuardMessage = { hold: Guarded } | { release: Guarded }

type Watchdog = ChildProcessByStdio<Writable, null, null>

let watchdog: Watchdog | undefined
const held = new Set<string>()

export function hold(guarded: Guarded): void {
  held.add(JSON.stringify(guarded))
  watchdog ??= startWatchdog()
  tell(watchdog, { hold: guarded })
}

export function release(guarded: Guarded): void {
  if (!held.delete(JSON.stringify(guarded)) || !watchdog) return
  tell(watchdog, { release: guarded })
  if (held.size > 0) return
  // Waited for from here on: where nobody collects orphans, it would stay in the list of processes.
  watchdog.ref()
  watchdog.stdin.end()
  watchdog = undefined
}

function tell({ stdin }: Watchdog, message: GuardMessage): void {
  stdin.write(`${JSON.stringify(message)}\n`)
}

function startWatchdog(): Watchdog {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'watchdog.ts')], {
    // Its own session: whatever ends this process and its group must not end the watchdog.
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  return child
}
