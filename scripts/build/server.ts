// Bundles the server and the web app in one packed file if their sources have changed since the last build. The server
// also runs from its sources, but loading so many files takes longer and needs more memory.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { pack } from '../../server/src/platform/program/files.ts'
import { LOADER } from '../../server/src/platform/program/packed.ts'
import { buildIfChanged, ROOT } from './if-changed.ts'
import { buildWeb } from './web.ts'

const source = join(ROOT, 'server/src')
const dist = join(ROOT, 'server/dist')

/** The modules that the loader runs. They share chunks. */
const ENTRIES = { start: 'start.ts', 'backup-process': 'platform/storage/copies/archive/backup-process.ts' }
/** Programs that must be one file, because their processes get them as text. */
const PROGRAMS = { [LOADER.replace(/\.js$/, '')]: 'packed.ts', 'upload-parser': 'upload-parser.ts' }
/** The files of the API viewer that the server offers. */
const VIEWER = ['swagger-ui.css', 'swagger-ui-bundle.js']

await buildWeb()
await buildIfChanged({
  title: 'server',
  sources: [
    '{server,contract,recurrence,quick-add}/src/**/*',
    'scripts/build/server.ts',
    'package.json',
    'package-lock.json',
    'web/dist/.sources',
  ],
  dist,
  async build() {
    rmSync(dist, { recursive: true, force: true })
    mkdirSync(dist)
    const chunks = await bundle(ENTRIES, { chunkFileNames: '[name]-[hash].js' })
    for (const [name, path] of Object.entries(PROGRAMS)) {
      const texts = await bundle({ [name]: path }, { codeSplitting: false })
      for (const [file, text] of texts) {
        chunks.set(file, text)
        // The loader begins every start; tests run the parser of uploads from this file.
        writeFileSync(join(dist, file), text)
      }
    }
    writeFileSync(join(dist, 'daymark.pack'), Buffer.concat(pack(named(chunks))))
  },
})

function* named(chunks: ReadonlyMap<string, string>): Generator<[string, Buffer, string]> {
  for (const [name, text] of chunks) yield tagged(name, Buffer.from(text))
  yield* filesOf(join(source, 'static'), '*', '')
  yield* filesOf(join(ROOT, 'web/dist'), '**/*', 'web/')
  const viewer = dirname(
    createRequire(join(ROOT, 'server/package.json')).resolve('swagger-ui-dist/package.json'),
  )
  for (const name of VIEWER) yield* filesOf(viewer, name, 'viewer/')
}

function* filesOf(folder: string, pattern: string, prefix: string): Generator<[string, Buffer, string]> {
  for (const entry of globSync(pattern, { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    yield tagged(prefix + path.slice(folder.length + 1), readFileSync(path))
  }
}

function tagged(name: string, content: Buffer): [string, Buffer, string] {
  return [name, content, createHash('sha256').update(content).digest('base64url').slice(0, 22)]
}

/** Bundles all packages, too, and returns the texts by their file names. */
async function bundle(
  entries: Record<string, string>,
  output: { chunkFileNames?: string; codeSplitting?: false },
): Promise<Map<string, string>> {
  const result = await build({
    root: join(ROOT, 'server'),
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node22',
      write: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(source, path)])),
        output: { entryFileNames: '[name].js', ...output },
        checks: { eval: false },
      },
    },
  })
  const outputs = [result].flat().flatMap(each => ('output' in each ? each.output : []))
  return new Map(outputs.flatMap(each => (each.type === 'chunk' ? [[each.fileName, each.code]] : [])))
}
