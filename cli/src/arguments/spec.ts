// Describes a command. Parsing, help and shell completion are all derived from this description.

export interface OptionSpec {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** The placeholder in the help, such as FILE. */
  readonly value?: string
  /** The values that shell completion offers. */
  readonly choices?: readonly string[]
}

export interface CommandSpec {
  readonly name: string
  /** The placeholder in the help, such as `<todo>`. */
  readonly arguments?: string
  /** The minimum number of arguments, 0 by default. Each word of an unquoted text is one argument. */
  readonly least?: number
  readonly most?: number
  /** The values that shell completion offers for the first argument. */
  readonly choices?: readonly string[]
  readonly options?: Readonly<Record<string, OptionSpec>>
}

export const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Record<string, OptionSpec>

export const optionsOf = (spec: CommandSpec): Record<string, OptionSpec> => ({
  ...spec.options,
  ...COMMON_OPTIONS,
})
