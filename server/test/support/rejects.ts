import assert from 'node:assert/strict'
import { ApiError } from '@daymark/client'

export async function rejectsWith(
  promise: Promise<unknown>,
  status: number,
  detail?: RegExp,
): Promise<ApiError> {
  const error = await promise.then(
    value => assert.fail(`Expected ${status}, but it succeeded with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  assert.equal(error.status, status, error.detail)
  if (detail) assert.match(error.detail, detail)
  return error
}
