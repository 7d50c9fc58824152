// Finds a free TCP port on loopback.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ephemeral port ranges of Linux and macOS, so that no outgoing connection can take the port of a server
// that is temporarily down, or connect to itself there.
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
