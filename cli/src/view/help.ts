import { COMMANDS } from '../arguments/catalog.ts'
import { COMMON_OPTIONS, type CommandSpec, type OptionSpec } from '../arguments/spec.ts'
import type { Texts } from '../texts/texts.ts'
import type { Styles } from './style.ts'
import { table } from './table.ts'

/** Help is never clipped. */
const UNLIMITED = Number.POSITIVE_INFINITY

const rowsOf = (rows: readonly (readonly [string, string])[], { accent }: Styles): string[] =>
  table(
    rows.map(([name, text]) => [{ text: name, style: accent }, { text }]),
    { columns: UNLIMITED, shrinks: 1 },
  )

const nameOf = (name: string, { short, value }: OptionSpec): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`

export function programHelp(t: Texts, styles: Styles): string[] {
  const { bold, dim } = styles
  const commands = COMMANDS.map((spec: CommandSpec) => {
    const words = spec.arguments ? `${spec.name} ${spec.arguments}` : spec.name
    return [words, t.help.commands[spec.name as keyof typeof t.help.commands].summary] as const
  })
  return [
    t.help.title,
    '',
    `${bold(t.usage)}  daymark <command>`,
    '',
    bold(t.commands),
    ...rowsOf(commands, styles),
    '',
    bold(t.options),
    ...rowsOf([...commonRows(t), ['--version', t.help.version]], styles),
    '',
    dim(t.help.footer),
  ]
}

export function commandHelp(spec: CommandSpec, t: Texts, styles: Styles): string[] {
  const { bold, dim } = styles
  const help = t.help.commands[spec.name as keyof typeof t.help.commands]
  const own = Object.entries(spec.options ?? {}).map(
    ([name, option]) => [nameOf(name, option), help.options?.[name] ?? ''] as const,
  )
  const usage = ['daymark', spec.name, spec.arguments, own.length > 0 ? '[options]' : undefined]
  return [
    help.summary,
    '',
    `${bold(t.usage)}  ${usage.filter(word => word !== undefined).join(' ')}`,
    ...(help.text ? ['', help.text] : []),
    '',
    bold(t.options),
    ...rowsOf([...own, ...commonRows(t)], styles),
    '',
    bold(t.examples),
    ...help.examples.map(line => `  ${dim('$')} ${line}`),
  ]
}

const commonRows = (t: Texts): (readonly [string, string])[] =>
  Object.entries(COMMON_OPTIONS).map(([name, option]) => [nameOf(name, option), t.help.common[name] ?? ''])
