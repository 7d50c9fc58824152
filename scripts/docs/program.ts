// Turns a page's code blocks into one shell script, which also runs the page's TypeScript.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, ROOT } from './blocks.ts'
import { NPM } from './commands-server.ts'

export const PERSON = 'ann@example.org'

/** The server and the email address that the examples use. */
export interface Target {
  host: string
  person: string
}

const addressed = (text: string, { host, person }: Target): string =>
  text
    .replaceAll('localhost:2614', host)
    .replaceAll('https://daymark.example.org', `http://${host}`)
    .replaceAll(PERSON, person)

export interface Program {
  shell: string
  /** The page's TypeScript in one file, which is type-checked too; undefined if the page has none. */
  module: string | undefined
}

/**
 * Returns the page's commands as a script. TypeScript blocks share variables, so they run as one program, at the
 * position of the last TypeScript block.
 */
export function programOf(blocks: readonly Block[], target: Target, folder: string): Program {
  const isCode = ({ language }: Block) => language !== 'sh'
  const code = blocks.filter(isCode)
  const last = code.at(-1)
  const module = last && join(folder, `page.${last.language === 'js' ? 'mjs' : 'ts'}`)
  if (module) writeModule(module, code, target)
  const steps = blocks
    .filter(block => !isCode(block) || block === last)
    .map(block => [
      `at='${block.file}:${block.line}'`,
      isCode(block) ? `"$NODE" ${module}` : addressed(block.text, target),
    ])
  return { shell: [START, ...steps.flat()].join('\n'), module }
}

// The script stops at the first command that fails, including an HTTP error.
const START = `set -euo pipefail
trap 'code=$?; [ $code = 0 ] || echo "The block at $at failed ($code)." >&2' EXIT
curl() { command curl --fail-with-body "$@"; }
${NPM}`

/** Writes the page's code to a file. Links this checkout's packages next to it, so that it can import the SDK. */
function writeModule(path: string, blocks: readonly Block[], target: Target): void {
  const folder = join(path, '..')
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path, addressed(blocks.map(({ text }) => text).join('\n'), target))
}
