import { currentLanguage } from '../session/language.tsx'
import { errorText } from './errors/error-texts.ts'

export const messageOf = (error: unknown): string =>
  errorText(error instanceof Error ? error.message : String(error), currentLanguage())
