// The compile cache makes later starts faster.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Has no effect if the folder is not writable, such as in a read-only container.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/daymark'))
await import('./start.ts')
flushCompileCache()
