import { useEffect } from 'react'
import { useLanguage } from '../../session/language.tsx'

export function KoreanFont() {
  const { language } = useLanguage()
  useEffect(() => {
    if (language === 'ko') void import('./korean-font.css')
  }, [language])
  return null
}
