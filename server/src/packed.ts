// The program of server/dist/main.js. It opens the packed file of the server and loads every module from it, so that
// nothing that is loaded later depends on a folder that an upgrade replaces. Its own text is a part of the packed file,
// so that the processes that the server starts later run the same version.
import { openSync } from 'node:fs'
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packedFiles } from './platform/program/files.ts'
import { LOADER, PACK_ENTRY, PACK_FD, PACKED, type Packed } from './platform/program/packed.ts'

const { [PACK_FD]: inherited, [PACK_ENTRY]: entry = 'start.js' } = process.env
// Processes of others that this one starts must not take these for theirs.
delete process.env[PACK_FD]
delete process.env[PACK_ENTRY]

const folder = inherited === undefined ? import.meta.dirname : dirname(process.argv[1] ?? '')
const fd = inherited === undefined ? openSync(join(folder, 'daymark.pack'), 'r') : Number(inherited)
const files = packedFiles(fd)
;(globalThis as { [PACKED]?: Packed })[PACKED] = { files, fd, main: join(folder, LOADER) }

// The modules keep the addresses that they would have as files, which the compile cache and `createRequire` need.
const base = `${pathToFileURL(folder).href}/`
const nameOf = (url: string): string | undefined =>
  url.startsWith(base) ? url.slice(base.length) : undefined

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('.') && !specifier.startsWith(base)) return next(specifier, context)
    const { href } = new URL(specifier, context.parentURL)
    const name = nameOf(href)
    return name !== undefined && files.find(name)
      ? { url: href, format: 'module', shortCircuit: true }
      : next(specifier, context)
  },
  load(url, context, next) {
    const name = nameOf(url)
    const file = name === undefined ? undefined : files.find(name)
    return file ? { format: 'module', source: file.read(), shortCircuit: true } : next(url, context)
  },
})

// Has no effect if the folder is not writable, such as in a read-only container. The cache checks what it reads, so a
// folder that an upgrade has replaced can only slow down.
enableCompileCache(join(folder, '../../node_modules/.cache/daymark'))
await import(new URL(entry, base).href)
flushCompileCache()
