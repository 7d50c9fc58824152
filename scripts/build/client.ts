// Builds the publishable SDK package in client/dist, including the contract.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'client/dist')
const emitted = join(dist, '.emitted')

interface Manifest {
  version: string
  description: string
  license: string
  dependencies: Record<string, string>
}
const manifestOf = (workspace: string): Manifest =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))

/**
 * Writes one module per source file, so that bundlers can drop unused ones. Uses one thread, because several
 * threads would check most types twice and be no faster.
 */
function compile(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', join(root, 'client/tsconfig.build.json'), '--singleThreaded']
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}

/** Rewrites imports from workspaces and `.ts` files, which the compiler keeps but the package does not contain. */
function asPublished(text: string, path: string): string {
  const up = '../'.repeat(path.split('/').length - 1) || './'
  return text
    .replaceAll(/(['"])@daymark\/contract\/([\w/-]+)\1/g, `$1${up}contract/$2.js$1`)
    .replaceAll(/(['"])(\.\.?\/[\w./-]+)\.ts\1/g, '$1$2.js$1')
}

function place(from: string, to: string): void {
  for (const path of globSync('**/*.{js,d.ts}', { cwd: join(emitted, from) })) {
    const target = join(dist, to, path)
    mkdirSync(dirname(target), { recursive: true })
    const text = readFileSync(join(emitted, from, path), 'utf8')
    writeFileSync(target, asPublished(text, join(to, path)))
  }
}

/**
 * Removes the JavaScript of contract modules that no program loads. Their type declarations stay, because other modules
 * import the types.
 */
function dropUnloaded(): void {
  const loaded = new Set<string>()
  const follow = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, target = ''] of text.matchAll(/from ['"](\.[^'"]+)['"]/g))
      follow(join(dirname(path), target))
  }
  for (const path of globSync('{*,live/*,operations/*,outbox/*,socket/*,timers/*}.js', { cwd: dist }))
    follow(join(dist, path))
  for (const path of globSync('contract/**/*.js', { cwd: dist }).map(each => join(dist, each)))
    if (!loaded.has(path)) rmSync(path)
}

/** Users can import these modules individually, besides the whole client. */
const PARTS = [
  'connection',
  'elapsed',
  'errors',
  'live/*',
  'operations',
  'operations/*',
  'outbox/*',
  'timer-socket',
]

function manifest(): object {
  const { version, description, license } = manifestOf('client')
  return {
    name: '@daymark/client',
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: {
      ...Object.fromEntries(
        [['.', 'client'], ...PARTS.map(part => [`./${part}`, part])].map(([name, file]) => [
          name,
          { types: `./${file}.d.ts`, default: `./${file}.js` },
        ]),
      ),
      // Some bundlers and tools read the version.
      './package.json': './package.json',
    },
    files: ['*.js', '*.d.ts', 'contract', 'live', 'operations', 'outbox', 'socket', 'timers'],
    engines: { node: '>=22' },
    // The package needs TypeBox only for its types. No module loads it.
    dependencies: { typebox: manifestOf('contract').dependencies['typebox'] },
  }
}

rmSync(dist, { recursive: true, force: true })
compile()
place('client/src', '.')
place('contract/src', 'contract')
dropUnloaded()
rmSync(emitted, { recursive: true })
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
cpSync(join(root, 'client/README.md'), join(dist, 'README.md'))
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
console.log('The SDK is in client/dist; publish it with "npm publish ./client/dist".')
