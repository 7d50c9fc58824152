// Runs the server's helper processes from the bundle in tests, because loading all modules from the sources takes half
// a second of CPU time per process.
import { registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const HELPER = /^(?:\.\.?\/)+(upload-parser)\.ts$/
/** The test command has already built this bundled server. */
const server = process.env['TEST_SERVER']

if (server !== undefined)
  registerHooks({
    resolve(specifier, context, next) {
      const name = HELPER.exec(specifier)?.[1]
      return next(name ? pathToFileURL(join(dirname(server), `${name}.js`)).href : specifier, context)
    },
  })
