// The page "tags".
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'

export default function Page() {
  const t = useTexts(shellTexts)
  return (
    <div className="page">
      <h1>{t.pages.tags}</h1>
    </div>
  )
}
