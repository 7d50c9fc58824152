/** 400: not a file of the expected kind. 422: a limit. */
export type FaultStatus = 400 | 422

/** A file that cannot be imported at all. The message is shown to the person. */
export class FileFault extends Error {
  readonly status: FaultStatus

  constructor(message: string, status: FaultStatus = 400) {
    super(message)
    this.name = 'FileFault'
    this.status = status
  }
}

/** The file exceeds a limit, which the message names. */
export const tooMuch = (message: string): FileFault => new FileFault(message, 422)
