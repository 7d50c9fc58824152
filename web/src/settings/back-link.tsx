import { Link } from 'wouter'
import { texts, useTexts } from '../session/language.tsx'
import './settings.css'

const backTexts = texts({ en: { back: '← Settings' }, ko: { back: '← 설정' } })

export const BackLink = () => (
  <p>
    <Link className="back-link" href="/settings">
      {useTexts(backTexts).back}
    </Link>
  </p>
)
