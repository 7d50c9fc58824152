// The description of a command: its arguments and options. Parsing, help and shell completion are derived from it.

export interface OptionSpec {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** The name of the value in the help, such as FILE. */
  readonly value?: string
  /** The values that shells offer. */
  readonly choices?: readonly string[]
}

export interface CommandSpec {
  readonly name: string
  /** How the arguments are shown in the help, such as `<todo>`. */
  readonly arguments?: string
  /** The minimum and maximum number of arguments; none by default. Each word of a text is one argument. */
  readonly least?: number
  readonly most?: number
  /** The values that shells offer for the first argument. */
  readonly choices?: readonly string[]
  readonly options?: Readonly<Record<string, OptionSpec>>
}

/** Options of every command. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Record<string, OptionSpec>

export const optionsOf = (spec: CommandSpec): Record<string, OptionSpec> => ({
  ...spec.options,
  ...COMMON_OPTIONS,
})
