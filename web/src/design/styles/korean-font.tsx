// Loads the styles of the Korean font when the app is in Korean.
import { useEffect } from 'react'
import { useLanguage } from '../../session/language.tsx'

export function KoreanFont() {
  const { language } = useLanguage()
  useEffect(() => {
    if (language === 'ko') void import('./korean-font.css')
  }, [language])
  return null
}
