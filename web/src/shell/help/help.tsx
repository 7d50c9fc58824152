import { items } from 'virtual:news'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useTexts } from '../../session/language.tsx'
import { helpTexts } from './help-texts.ts'
import './help.css'
import { Shortcuts } from './shortcuts.tsx'
import { markNewsAsSeen, useUnseenNews } from './use-unseen-news.ts'

export default function Help({ onClose }: { onClose: () => void }) {
  const t = useTexts(helpTexts)
  // Keeps the initial value, because opening the dialog marks the news as seen.
  const [isUnseen] = useState(useUnseenNews())
  useEffect(markNewsAsSeen, [])
  return (
    <Dialog title={t.title} onClose={onClose} wide>
      <section className="stack" aria-label={t.guides}>
        <h3>{t.guides}</h3>
        <div className="help-guides">
          {t.guideList.map(({ title, text, path, action }) => (
            <details key={title} className="help-guide" name="guide">
              <summary>{title}</summary>
              <p>{text}</p>
              <Link href={path} onClick={onClose}>
                {action}
              </Link>
            </details>
          ))}
        </div>
      </section>
      {items.length > 0 ? (
        <details className="help-news" open={isUnseen}>
          <summary>
            <h3>{t.news}</h3>
          </summary>
          <dl className="help-news-list" lang="en">
            {items.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd className="soft">{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
      <Shortcuts />
      <div className="row spread">
        <a href="/docs">{t.reference}</a>
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}
