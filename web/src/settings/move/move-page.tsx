import { useTexts } from '../../session/language.tsx'
import { BackLink } from '../back-link.tsx'
import { PageLink } from '../panels/page-link.tsx'
import { ImportPanel } from './import-panel.tsx'
import { moveTexts } from './move-texts.ts'

export const MOVE_PATH = '/settings/import'

export function MovePage() {
  const t = useTexts(moveTexts)
  return (
    <div className="page">
      <BackLink />
      <h1>{t.title}</h1>
      <ImportPanel titleId="move-panel-title" t={t.panel} accept=".zip,.csv,.tsv,.txt,.json,.ics,.ical" />
    </div>
  )
}

export function MoveLink() {
  const t = useTexts(moveTexts)
  return <PageLink titleId="move-title" title={t.title} hint={t.linkHint} href={MOVE_PATH} text={t.open} />
}
