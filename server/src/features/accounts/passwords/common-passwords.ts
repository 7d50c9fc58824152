// Recognizes common passwords, because attackers try them first. The list is read on first use.
import { program, required } from '../../../platform/program/program.ts'

let known: ReadonlySet<string> | undefined

export function isCommonPassword(lowerCase: string): boolean {
  known ??= read()
  return known.has(lowerCase)
}

function read(): ReadonlySet<string> {
  const text = required(program.files, 'common-passwords.txt').read().toString()
  return new Set(text.split('\n').filter(line => line !== '' && !line.startsWith('#')))
}
