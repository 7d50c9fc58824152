import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import { shellTexts } from '../texts.ts'
import { useUnseenNews } from './use-unseen-news.ts'

export function HelpButton({ onHelp, className = '' }: { onHelp: () => void; className?: string }) {
  const t = useTexts(shellTexts)
  const isUnseen = useUnseenNews()
  return (
    <button type="button" className={`nav-link ${className}`} data-closes onClick={onHelp}>
      <Icon name="help" size={20} />
      <span>{t.help}</span>
      {isUnseen ? (
        <span className="nav-dot">
          <span className="visually-hidden">{t.hasNews}</span>
        </span>
      ) : null}
    </button>
  )
}
