/** Documented in docs/guides/terminal.md. A command also succeeds if its change is stored to be sent later. */
export const EXIT_CODES = {
  ok: 0,
  failed: 1,
  usage: 2,
  signed_out: 3,
  offline: 4,
  not_found: 5,
} as const

export type FailureCode = Exclude<keyof typeof EXIT_CODES, 'ok'>

export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  /** The next step for the user, in one line. */
  readonly hint: string | undefined

  constructor(code: FailureCode, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}
