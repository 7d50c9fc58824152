// The page "Move to Daymark": imports archives of other servers and exports of other programs.
import { Link } from 'wouter'
import { useTexts } from '../../session/language.tsx'
import { BackLink } from '../back-link.tsx'
import { MovePanel } from './move-panel.tsx'
import { moveTexts } from './move-texts.ts'

export const MOVE_PATH = '/settings/import'

export function MovePage() {
  const t = useTexts(moveTexts)
  return (
    <div className="page">
      <BackLink>{t.back}</BackLink>
      <h1>{t.title}</h1>
      <MovePanel />
    </div>
  )
}

/** The card on the settings page that links to this page. */
export function MoveLink() {
  const t = useTexts(moveTexts)
  return (
    <section className="card panel" aria-labelledby="move-title">
      <h2 id="move-title">{t.title}</h2>
      <p className="soft">{t.linkHint}</p>
      <Link className="button plain-start" href={MOVE_PATH}>
        {t.open}
      </Link>
    </section>
  )
}
