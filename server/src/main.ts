// The entry. What Node makes of the sources is kept beside the dependencies, so that later starts need not make it again.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Where nothing can be written, as in a sealed container, this does nothing.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/daymark'))
await import('./serve.ts')
flushCompileCache()
