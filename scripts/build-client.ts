// Builds the SDK for publishing into client/dist: a package of its own, with the contract inside.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
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

/** One module per source, so that bundlers can leave out what nobody imports. */
function compile(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'client/tsconfig.build.json')], {
    stdio: 'inherit',
  })
}

/** The compiler keeps the names of workspaces and, in declarations, of sources; outside, there are neither. */
const asPublished = (text: string): string =>
  text
    .replaceAll(/(['"])@daymark\/contract\/([\w-]+)\1/g, '$1./contract/$2.js$1')
    .replaceAll(/(['"])(\.\.?\/[\w./-]+)\.ts\1/g, '$1$2.js$1')

function place(from: string, to: string): void {
  for (const path of globSync('**/*.{js,d.ts}', { cwd: join(emitted, from) })) {
    const target = join(dist, to, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, asPublished(readFileSync(join(emitted, from, path), 'utf8')))
  }
}

function manifest(): object {
  const { version, description, license } = manifestOf('client')
  return {
    name: '@daymark/client',
    version,
    description,
    license,
    type: 'module',
    // Formats register themselves with the validator; everything else may be left out.
    sideEffects: ['./contract/formats.js'],
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    files: ['*.js', '*.d.ts', 'contract'],
    engines: { node: '>=22' },
    dependencies: { typebox: manifestOf('contract').dependencies['typebox'] },
  }
}

rmSync(dist, { recursive: true, force: true })
compile()
place('client/src', '.')
place('contract/src', 'contract')
rmSync(emitted, { recursive: true })
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
cpSync(join(root, 'client/README.md'), join(dist, 'README.md'))
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
console.log('The SDK is in client/dist; publish it with "npm publish ./client/dist".')
