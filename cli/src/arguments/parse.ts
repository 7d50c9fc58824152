import { parseArgs } from 'node:util'
import { Failure } from '../failure.ts'
import type { Texts } from '../texts/texts.ts'
import { type CommandSpec, type OptionSpec, optionsOf } from './spec.ts'
import { suggest } from './suggest.ts'

export interface Parsed {
  readonly words: readonly string[]
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

export function parse(spec: CommandSpec, given: readonly string[], t: Texts): Parsed {
  const options = optionsOf(spec)
  const words: string[] = []
  const flags = new Set<string>()
  const values = new Map<string, string>()
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  )
  const { tokens } = parseArgs({
    args: [...given],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const help = `daymark ${spec.name} --help`
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (!option) throw unknownOption(token.rawName, options, t, help)
    if (option.type === 'boolean') {
      if (token.value !== undefined)
        throw new Failure('usage', t.errors.noValue(token.rawName), t.seeHelp(help))
      flags.add(token.name)
    } else {
      if (token.value === undefined)
        throw new Failure('usage', t.errors.needsValue(token.rawName), t.seeHelp(help))
      values.set(token.name, token.value)
    }
  }
  if (flags.has('help')) return { words, flags, values }
  const { least = 0, most = 0 } = spec
  if (words.length < least)
    throw new Failure('usage', t.errors.missing(spec.arguments ?? ''), t.seeHelp(help))
  if (words.length > most) throw new Failure('usage', t.errors.tooMany(words[most] ?? ''), t.seeHelp(help))
  return { words, flags, values }
}

function unknownOption(given: string, options: Record<string, OptionSpec>, t: Texts, help: string): Failure {
  const names = Object.entries(options).flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short ? [`-${short}`] : []),
  ])
  const meant = suggest(given, names)
  return new Failure('usage', t.errors.unknownOption(given), meant ? t.didYouMean(meant) : t.seeHelp(help))
}
