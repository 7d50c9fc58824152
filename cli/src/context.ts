import type { Parsed } from './arguments/parse.ts'
import type { Language, Texts } from './texts/texts.ts'
import type { Styles } from './view/style.ts'

export interface Context extends Parsed {
  readonly env: NodeJS.ProcessEnv
  readonly language: Language
  readonly t: Texts
  readonly styles: Styles
  readonly isJson: boolean
  readonly isTerminal: boolean
  readonly columns: number
  /** Prints lines for people. Does nothing with `--json`. */
  say(...lines: string[]): void
  /** Prints a JSON document on one line. Does nothing without `--json`. */
  json(value: unknown): void
  /** Prints to standard error. */
  note(line: string): void
}
