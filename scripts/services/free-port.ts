import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// These ports are below the ephemeral range on Linux and macOS. An outgoing connection can therefore neither take
// the port of a server that is temporarily down nor connect to itself on that port.
const LOWEST = 20_000
const HIGHEST = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)))
  })
}
