// The program text of helper processes, which run work that must not be able to end or block the server.
import { readFileSync } from 'node:fs'

/**
 * Reads the program of a helper process. Read it while the server starts: later starts of the process then need no
 * file, so that an update of the program's folder cannot break them. `url` ends with `.js` in the bundled server, where
 * the program is one file, and with `.ts` in the sources.
 */
export const processCode = (url: string): string =>
  url.endsWith('.ts') ? `await import(${JSON.stringify(url)})` : readFileSync(new URL(url), 'utf8')

/** The Node that runs this process. On Linux, this works even if its file has been replaced or removed. */
export const NODE = process.platform === 'linux' ? '/proc/self/exe' : process.execPath
