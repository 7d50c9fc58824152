import { ApiError } from '@daymark/client'

/**
 * What the form does after a refused sign-in. `known` means that the address probably has an account already. `setup`
 * means that the first account needs another setup code.
 */
export type Refusal = 'code' | 'known' | 'setup' | 'other'

interface Attempt {
  isNew: boolean
  /** True if the server has already accepted the address and password, and the form shows the field for the code. */
  isCode: boolean
}

/**
 * The sign-up of a known address succeeds, so that it does not reveal accounts. The sign-in after it then fails if the
 * password differs.
 */
export function refusalOf(error: unknown, { isNew, isCode }: Attempt): Refusal {
  if (error instanceof ApiError && error.errors.some(({ path }) => path === 'setup_code')) return 'setup'
  if (isCode || !(error instanceof ApiError) || error.status !== 401) return 'other'
  // The error names the field `code` if the password is correct and only the code is missing.
  if (error.errors.some(({ path }) => path === 'code')) return 'code'
  return isNew ? 'known' : 'other'
}
