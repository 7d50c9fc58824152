export interface Finding {
  state: 'ok' | 'warning' | 'bad'
  what: string
  advice?: string
}

export const ok = (what: string): Finding => ({ state: 'ok', what })
export const warning = (what: string, advice: string): Finding => ({ state: 'warning', what, advice })
export const bad = (what: string, advice?: string): Finding => ({
  state: 'bad',
  what,
  ...(advice !== undefined && { advice }),
})

export const reasonOf = (error: unknown): string => {
  const { message, cause, code } = error as Error & { code?: string }
  return (cause instanceof Error ? cause.message : message) || code || String(error)
}

/** The limit for connecting or for one request. Each check decides whether a timeout is a failure. */
export const TIMEOUT_MS = 5_000
/** The tolerated difference between this machine's clock and the database's times. */
export const MAX_SKEW_MS = 20_000
