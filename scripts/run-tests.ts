// Runs node's test runner in a process group of its own, so that everything it started can be ended together.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants } from 'node:os'
import { hold, release } from './provide/guard.ts'
import { sendSignal } from './provide/processes.ts'
import type { Selection } from './select-tests.ts'

const PATIENCE_MS = 5_000

export interface TestRun {
  /** The exit code for the whole command. */
  finished: Promise<number>
  interrupt(signal: NodeJS.Signals): void
}

export function runTests(root: string, { files, flags }: Selection, env: Record<string, string>): TestRun {
  const args = ['--test', '--test-reporter=spec', `--test-concurrency=${concurrency()}`, ...flags, ...files]
  const runner = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const { pid } = runner
  if (pid === undefined) throw new Error(`${process.execPath} could not be started`)
  const group = { kind: 'group', pid, signal: 'SIGKILL' } as const
  hold(group)
  let interruptedBy: NodeJS.Signals | undefined

  const finish = async () => {
    await once(runner, 'exit')
    endGroup(pid)
    release(group)
    const endedBy = interruptedBy ?? runner.signalCode
    return endedBy ? 128 + constants.signals[endedBy] : (runner.exitCode ?? 1)
  }
  return {
    finished: finish(),
    interrupt(signal) {
      interruptedBy ??= signal
      sendSignal(-pid, signal)
      setTimeout(() => endGroup(pid), PATIENCE_MS).unref()
    },
  }
}

// The runner leaves one core to itself, which on two cores would mean one file at a time.
function concurrency(): number {
  return Math.max(2, availableParallelism())
}

// Whatever a test started and did not end.
function endGroup(pid: number): void {
  sendSignal(-pid, 'SIGKILL')
}
