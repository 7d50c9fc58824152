// Runs the server's threads from the bundle in tests, because loading all modules from the sources takes half a second
// of CPU time per thread.
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const THREAD = /\/server\/src\/.*\/([a-z-]+-thread)\.ts$/
/** The test command has already built this bundled server. */
const server = process.env['TEST_SERVER']

if (server !== undefined && !isMainThread)
  registerHooks({
    resolve(specifier, context, next) {
      const name = THREAD.exec(specifier)?.[1]
      return next(name ? pathToFileURL(join(dirname(server), `${name}.js`)).href : specifier, context)
    },
  })
