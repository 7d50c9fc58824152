// Checks the Kubernetes files against the Kubernetes API: JSON schemas check the values, and TypeScript types
// reveal unknown fields.
// npm run lint:kubernetes   (installs the schemas from kubernetes-models into a temporary folder)
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAll } from 'js-yaml'

const SCHEMAS = 'kubernetes-models@5.1.0'
const ROOT = join(import.meta.dirname, '..')

interface Manifest {
  apiVersion: string
  kind: string
}
type Model = new (manifest: Manifest) => { validate(): void }

const folder = mkdtempSync(join(tmpdir(), 'daymark-kubernetes-'))
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  execFileSync('npm', ['install', SCHEMAS, '--no-audit', '--no-fund', '--silent'], { cwd: folder })
  for (const name of globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).sort()) {
    const manifests = loadAll(readFileSync(join(ROOT, name), 'utf8')) as Manifest[]
    for (const manifest of manifests) {
      const models = await import(
        join(folder, 'node_modules/kubernetes-models', manifest.apiVersion, 'index.js')
      )
      const Kind = models[manifest.kind] as Model
      new Kind(manifest).validate()
      checkFields(manifest)
      console.log(`${name}: ${manifest.apiVersion} ${manifest.kind} is valid`)
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** Finds unknown fields with the compiler. The schemas allow them, but Kubernetes drops or rejects them. */
function checkFields(manifest: Manifest): void {
  const { apiVersion, kind } = manifest
  writeFileSync(
    join(folder, 'check.ts'),
    `import type { I${kind} } from 'kubernetes-models/${apiVersion}'\nexport const manifest: I${kind} = ${JSON.stringify(manifest, null, 2)}\n`,
  )
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
  execFileSync(process.execPath, [compiler, ...options, 'check.ts'], { cwd: folder, stdio: 'inherit' })
}
