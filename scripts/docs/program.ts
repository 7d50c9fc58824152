// Makes the blocks of one page into one program: a shell session in which the page's TypeScript runs as well.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, ROOT } from './blocks.ts'

/** What the pages call their server, and where it really is. */
const addressed = (text: string, host: string): string =>
  text.replaceAll('localhost:2614', host).replaceAll('https://daymark.example.org', `http://${host}`)

export interface Program {
  /** A bash script. */
  shell: string
  /** The page's TypeScript in one file, for the compiler too; undefined if it has none. */
  module: string | undefined
}

/** All blocks of TypeScript share their names, so they run as one, where the last of them stands. */
export function programOf(blocks: readonly Block[], host: string, folder: string): Program {
  const isCode = ({ language }: Block) => language !== 'sh'
  const code = blocks.filter(isCode)
  const last = code.at(-1)
  const module = last && join(folder, `page.${last.language === 'js' ? 'mjs' : 'ts'}`)
  if (module) writeModule(module, code, host)
  const steps = blocks
    .filter(block => !isCode(block) || block === last)
    .map(block => [
      `at='${block.file}:${block.line}'`,
      isCode(block) ? `"$NODE" ${module}` : addressed(block.text, host),
    ])
  return { shell: [START, ...steps.flat()].join('\n'), module }
}

// A request that is refused ends the session, as any other command that fails.
const START = `set -eauo pipefail
trap 'code=$?; [ $code = 0 ] || echo "The block at $at failed ($code)." >&2' EXIT
curl() { command curl --fail-with-body "$@"; }`

/** Beside the packages of this checkout, among which it finds the SDK. */
function writeModule(path: string, blocks: readonly Block[], host: string): void {
  const folder = join(path, '..')
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path, addressed(blocks.map(({ text }) => text).join('\n'), host))
}
