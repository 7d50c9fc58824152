import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestName } from '../../platform/kernel/nearest-name.ts'

/** Invalid input from the operator; printed as a message without a stack trace. */
export class Refusal extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>

export interface CommandShape<O extends Options> {
  usage: string
  options: O
  /** The maximum number of positional arguments. Default: 0. */
  positionals?: number
  /** Runs before the settings and the database are read. Throws a `Refusal` for invalid values. */
  check?(given: Arguments<O>): void
}

export type Arguments<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>

/** Returns undefined if the operator asked for help. */
export function readArguments<O extends Options>(
  { usage, options, positionals = 0, check }: CommandShape<O>,
  given: readonly string[] = process.argv.slice(2),
): Arguments<O> | undefined {
  const before = given.slice(0, given.includes('--') ? given.indexOf('--') : undefined)
  if (before.some(each => each === '--help' || each === '-h')) return undefined
  refuseUnknown(before, options, usage)
  let parsed: Arguments<O>
  try {
    parsed = parseArgs({ args: [...given], options, allowPositionals: true })
  } catch (error) {
    throw new Refusal(`${(error as Error).message.replace(/\n.*/s, '')}.\n\n${usage}`.replace('..', '.'))
  }
  const surplus = parsed.positionals[positionals]
  if (surplus !== undefined) throw new Refusal(`Unexpected argument "${surplus}".\n\n${usage}`)
  check?.(parsed)
  return parsed
}

/** `parseArgs` rejects unknown options too, but does not suggest the correct name. */
function refuseUnknown(given: readonly string[], options: Options, usage: string): void {
  const known = Object.keys(options).map(name => `--${name}`)
  const short = Object.values(options).flatMap(({ short }) => (short ? [`-${short}`] : []))
  for (const each of given) {
    const name = each.replace(/=.*/s, '')
    if (!/^-./.test(name) || [...known, ...short, '--'].includes(name)) continue
    const meant = nearestName(name, known)
    const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw new Refusal(`There is no option ${name}.${suggestion}\n\n${usage}`)
  }
}
