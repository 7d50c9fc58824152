// Bundles the server in server/dist if its sources have changed since the last build. The server also runs from its
// sources, but loading so many files takes longer and needs more memory.
import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { buildIfChanged, ROOT } from './if-changed.ts'

const source = join(ROOT, 'server/src')
const dist = join(ROOT, 'server/dist')

/** Each process that the server starts from a file has its own entry. The server expects all entries in one folder. */
const ENTRIES = {
  main: 'main.ts',
  'backup-process': 'platform/storage/copies/archive/backup-process.ts',
}
/** The programs of processes that get their code from the server's memory, so each must be one file. */
const HELPERS = { 'upload-parser': 'upload-parser.ts' }
/** Files that the server reads at run time. */
const FILES = [
  'features/accounts/passwords/common-passwords.txt',
  'protocols/graphql/graphql-playground.html',
  'protocols/socket/socket-playground.html',
]
/** Not bundled, because the server loads these packages on first use or because they look for their own files. */
const EXTERNAL = [
  '@modelcontextprotocol/server',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'ioredis',
  'nodemailer',
  'oidc-provider',
  'pg',
  'pino',
  'swagger-ui-dist',
]

await buildIfChanged({
  title: 'server',
  sources: ['{server,contract,recurrence,quick-add}/src/**/*', 'package.json', 'package-lock.json'],
  dist,
  async build() {
    rmSync(dist, { recursive: true, force: true })
    await bundle(ENTRIES, { chunkFileNames: '[name]-[hash].js' })
    for (const [name, path] of Object.entries(HELPERS))
      await bundle({ [name]: path }, { codeSplitting: false })
    for (const path of FILES) cpSync(join(source, path), join(dist, basename(path)))
  },
})

function bundle(entries: Record<string, string>, output: { chunkFileNames?: string; codeSplitting?: false }) {
  return build({
    root: join(ROOT, 'server'),
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: EXTERNAL, target: 'node' },
    build: {
      ssr: true,
      target: 'node22',
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(source, path)])),
        output: { entryFileNames: '[name].js', ...output },
      },
    },
  })
}
