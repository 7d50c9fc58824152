import { ApiError } from '@daymark/client'
import { currentLanguage } from '../session/language.tsx'
import { errorText } from './errors/error-texts.ts'
import { fieldErrorText } from './errors/field-errors.ts'

export function messageOf(error: unknown): string {
  const language = currentLanguage()
  const ofFields =
    error instanceof ApiError && error.status === 422 ? fieldErrorText(error.errors, language) : undefined
  return ofFields ?? errorText(error instanceof Error ? error.message : String(error), language)
}
