// The entry point. Enables the compile cache, so that later starts are faster.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Does nothing if the folder is not writable, as in a read-only container.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/daymark'))
await import('./start.ts')
flushCompileCache()
