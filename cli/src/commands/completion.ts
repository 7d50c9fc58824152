// Prints a shell script that completes commands, options and their values.
import { COMMANDS } from '../arguments/catalog.ts'
import { type CommandSpec, type OptionSpec, optionsOf } from '../arguments/spec.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { Texts } from '../texts/texts.ts'

const SPECS: readonly CommandSpec[] = COMMANDS

export async function completion({ words, t, say, json }: Context): Promise<void> {
  const [shell = ''] = words
  const script = shell === 'bash' ? bash() : shell === 'zsh' ? zsh(t) : shell === 'fish' ? fish(t) : undefined
  if (script === undefined) throw new Failure('usage', t.errors.badShell(shell))
  say(...script)
  json({ shell, script: script.join('\n') })
}

const flagsOf = (spec: CommandSpec): string[] =>
  Object.entries(optionsOf(spec)).flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short ? [`-${short}`] : []),
  ])

const withChoices = (spec: CommandSpec): [string, OptionSpec & { choices: readonly string[] }][] =>
  Object.entries(optionsOf(spec)).flatMap(([name, option]) =>
    option.choices ? [[name, { ...option, choices: option.choices }]] : [],
  )

function bash(): string[] {
  const cases = SPECS.map(spec => {
    const words = [...flagsOf(spec), ...(spec.choices ?? [])].join(' ')
    return `    ${spec.name}) words="${words}" ;;`
  })
  const values = SPECS.flatMap(spec =>
    withChoices(spec).map(
      ([name, option]) =>
        `    "${spec.name} --${name}"${option.short ? ` | "${spec.name} -${option.short}"` : ''}) words="${option.choices.join(' ')}" ;;`,
    ),
  )
  return [
    '_daymark() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${SPECS.map(({ name }) => name).join(' ')} help --help --version" -- "$current"))`,
    '    return',
    '  fi',
    `  case "\${COMP_WORDS[1]}" in`,
    ...cases,
    `    help) words="${SPECS.map(({ name }) => name).join(' ')}" ;;`,
    '  esac',
    `  case "\${COMP_WORDS[1]} $previous" in`,
    ...values,
    '    *" --output" | *" -o") compopt -o default; COMPREPLY=(); return ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -F _daymark daymark',
  ]
}

function zsh(t: Texts): string[] {
  const quoted = (text: string) =>
    text.replaceAll("'", "'\\''").replaceAll(':', '\\:').replaceAll(/[[\]]/g, '\\$&')
  const summary = (spec: CommandSpec) =>
    quoted(t.help.commands[spec.name as keyof typeof t.help.commands].summary)
  const argumentsOf = (spec: CommandSpec) => {
    const help = t.help.commands[spec.name as keyof typeof t.help.commands]
    const options = Object.entries(optionsOf(spec)).map(([name, option]) => {
      const text = quoted(help.options?.[name] ?? t.help.common[name] ?? '')
      const value = option.type === 'boolean' ? '' : `:${name}:${valuesOf(name, option)}`
      const rest = `'[${text}]${value}'`
      return option.short
        ? `'(-${option.short} --${name})'{-${option.short},--${name}}${rest}`
        : `--${name}${rest}`
    })
    return [...options, ...(spec.choices ? [`'1:value:(${spec.choices.join(' ')})'`] : [])].join(' ')
  }
  return [
    '#compdef daymark',
    '_daymark() {',
    '  local -a commands',
    `  commands=(${SPECS.map(spec => `'${spec.name}:${summary(spec)}'`).join(' ')} 'help:${quoted(t.help.common['help'] ?? '')}')`,
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    `  local name="\${words[2]}"`,
    '  shift words',
    '  (( CURRENT-- ))',
    '  case "$name" in',
    ...SPECS.map(spec => `    ${spec.name}) _arguments ${argumentsOf(spec)} ;;`),
    "    help) (( CURRENT == 2 )) && _describe 'command' commands ;;",
    '  esac',
    '}',
    '_daymark "$@"',
  ]
}

const valuesOf = (name: string, { choices }: OptionSpec): string =>
  choices ? `(${choices.join(' ')})` : name === 'output' ? '_files' : ''

function fish(t: Texts): string[] {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = SPECS.flatMap(spec => {
    const help = t.help.commands[spec.name as keyof typeof t.help.commands]
    const here = `-n '__daymark_is ${spec.name}'`
    const options = Object.entries(optionsOf(spec)).map(([name, option]) => {
      const text = help.options?.[name] ?? t.help.common[name] ?? ''
      const short = option.short ? ` -s ${option.short}` : ''
      const value =
        option.type === 'boolean'
          ? ''
          : option.choices
            ? ` -x -a ${quoted(option.choices.join(' '))}`
            : name === 'output'
              ? ' -r -F'
              : ' -x'
      return `complete -c daymark ${here} -l ${name}${short}${value} -d ${quoted(text)}`
    })
    return [
      `complete -c daymark -n __fish_use_subcommand -a ${spec.name} -d ${quoted(help.summary)}`,
      ...options,
      ...(spec.choices ? [`complete -c daymark ${here} -a ${quoted(spec.choices.join(' '))}`] : []),
    ]
  })
  const names = SPECS.map(({ name }) => name).join(' ')
  return [
    // Checks only the first argument, because a todo's text may contain the name of a command.
    'function __daymark_is',
    '  set -l words (commandline -opc)',
    '  test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"',
    'end',
    'complete -c daymark -f',
    ...lines,
    `complete -c daymark -n __fish_use_subcommand -a help -d ${quoted(t.help.common['help'] ?? '')}`,
    `complete -c daymark -n '__daymark_is help' -a ${quoted(names)}`,
  ]
}
