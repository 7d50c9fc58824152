// The entry point. Caches compiled code beside the dependencies, so that later starts are faster.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Does nothing if nothing can be written, as in a read-only container.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/daymark'))
await import('./serve.ts')
flushCompileCache()
