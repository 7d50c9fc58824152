// Lists the licenses of the installed packages, and fails if one is not in the allow-list.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FREE =
  /^\(?(?:MIT|MIT-0|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-[34]\.0|Unlicense|Python-2\.0|PSF-2\.0|MPL-2\.0|Artistic-2\.0|WTFPL|OFL-1\.1)\b/
const root = join(import.meta.dirname, '..')

interface Manifest {
  name?: string
  version?: string
  license?: string | { type: string }
  private?: boolean
}

const manifests = globSync(
  ['node_modules/*/package.json', 'node_modules/@*/*/package.json', '*/node_modules/*/package.json'],
  { cwd: root },
)
const found = new Map<string, string[]>()
for (const path of manifests) {
  const {
    name,
    version,
    license,
    private: own,
  } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
  if (!name || own) continue
  const text = typeof license === 'object' ? license.type : (license ?? 'unknown')
  // If a package offers a choice, one allowed license is enough.
  const words = text.replaceAll(/[()]/g, '').split(' OR ')
  const kind = words.find(word => FREE.test(word)) ?? text
  found.set(kind, [...(found.get(kind) ?? []), `${name}@${version}`])
}

const unknown = [...found].filter(([kind]) => !FREE.test(kind))
for (const [kind, packages] of [...found].sort()) console.log(`${kind.padEnd(16)} ${packages.length}`)
for (const [kind, packages] of unknown) console.error(`\n${kind}: ${packages.join(', ')}`)
process.exitCode = unknown.length > 0 ? 1 : 0
