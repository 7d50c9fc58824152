// The watchdog process: when its owner's end of the pipe closes, for whatever reason, it ends and removes what is left.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Guarded, GuardMessage } from './guard.ts'
import { childrenOf, isAlive, sendSignal } from './processes.ts'

const PATIENCE_MS = 3_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const held = new Map<string, Guarded>()
for await (const line of createInterface({ input: process.stdin })) {
  const message: GuardMessage = JSON.parse(line)
  if ('hold' in message) held.set(JSON.stringify(message.hold), message.hold)
  else held.delete(JSON.stringify(message.release))
}

const left = [...held.values()]
await Promise.all(left.filter(guarded => guarded.kind === 'group').map(endGroup))
for (const guarded of left) {
  if (guarded.kind === 'folder') removeFolder(guarded.path)
}

async function endGroup({ pid, signal }: Extract<Guarded, { kind: 'group' }>): Promise<void> {
  sendSignal(-pid, signal)
  const deadline = Date.now() + PATIENCE_MS
  while (isAlive(pid) && Date.now() < deadline) await sleep(20)
  for (const child of isAlive(pid) ? childrenOf(pid) : []) sendSignal(child, 'SIGKILL')
  sendSignal(-pid, 'SIGKILL')
}

// Another owner's watchdog may still be ending a server whose folder lies inside this one.
function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
