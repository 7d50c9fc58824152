// Recognizes common passwords, because attackers try them first. The list is read on first use.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

let known: ReadonlySet<string> | undefined

export function isCommonPassword(lowerCase: string): boolean {
  known ??= read()
  return known.has(lowerCase)
}

function read(): ReadonlySet<string> {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  return new Set(text.split('\n').filter(line => line !== '' && !line.startsWith('#')))
}
