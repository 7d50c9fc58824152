// Builds the publishable command line in cli/dist as one file without dependencies.
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'cli/dist')
/** The oldest Node version with `WebSocket`. */
const OLDEST_NODE = 22

const { version, description, license } = JSON.parse(
  readFileSync(join(root, 'cli/package.json'), 'utf8'),
) as Record<string, string>

await build({
  root: join(root, 'cli'),
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/main.ts',
    target: `node${OLDEST_NODE}`,
    outDir: dist,
    emptyOutDir: true,
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'daymark.js', codeSplitting: false } },
  },
})
const file = join(dist, 'daymark.js')
chmodSync(file, 0o755)
writeFileSync(
  join(dist, 'package.json'),
  `${JSON.stringify(
    {
      name: '@daymark/cli',
      version,
      description,
      license,
      type: 'module',
      bin: { daymark: './daymark.js' },
      files: ['daymark.js'],
      engines: { node: `>=${OLDEST_NODE}` },
    },
    null,
    2,
  )}\n`,
)
rmSync(join(dist, 'LICENSE'), { force: true })
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
cpSync(join(root, 'cli/README.md'), join(dist, 'README.md'))
console.log('The command line is in cli/dist; publish it with "npm publish ./cli/dist".')
