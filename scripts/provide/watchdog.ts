// The watchdog process: when its owner's end of the pipe closes, for whatever reason, it ends and removes what is left.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
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
await Promise.all(left.filter(guarded => guarded.kind === 'folder').map(removeFolder))

async function endGroup({ pid, signal }: Extract<Guarded, { kind: 'group' }>): Promise<void> {
  sendSignal(-pid, signal)
  const deadline = Date.now() + PATIENCE_MS
  while (isAlive(pid) && Date.now() < deadline) await sleep(20)
  for (const child of isAlive(pid) ? childrenOf(pid) : []) sendSignal(child, 'SIGKILL')
  sendSignal(-pid, 'SIGKILL')
}

// Another owner's watchdog may still be ending a server that writes into a folder inside this one, which lets
// a removal fail halfway.
async function removeFolder({ path }: Extract<Guarded, { kind: 'folder' }>): Promise<void> {
  const deadline = Date.now() + 2 * PATIENCE_MS
  while (existsSync(path) && Date.now() < deadline) {
    await rm(path, { recursive: true, force: true }).catch(() => sleep(50))
  }
}
