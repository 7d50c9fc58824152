// Measures a running process: its resident memory, and its live memory after a garbage collection.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

export interface ResidentMemory {
  /** Private memory: heaps, stacks and caches. */
  own: number
  /** Shared memory, and memory-mapped file pages such as those of a SQLite database, which the system may drop. */
  mapped: number
}

export function residentMemory(pid: number): ResidentMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  return { own: bytes('RssAnon'), mapped: bytes('RssFile') + bytes('RssShmem') }
}

/** Returns a free port for the measured process's debugger: `--inspect=127.0.0.1:<port>`. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

export type LiveMemory = Pick<NodeJS.MemoryUsage, 'heapUsed' | 'external'>

/** Collects garbage in the process whose debugger listens on this port. Returns the memory still in use. */
export async function collectedMemory(port: number): Promise<LiveMemory> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  const ask = async (id: number, method: string, params = {}) => {
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }]
      const answer = JSON.parse(data) as { id?: number; result: { result: { value: LiveMemory } } }
      if (answer.id === id) return answer.result.result
    }
  }
  await ask(1, 'HeapProfiler.collectGarbage')
  const { value } = await ask(2, 'Runtime.evaluate', {
    expression: 'process.memoryUsage()',
    returnByValue: true,
  })
  socket.close()
  return value
}
