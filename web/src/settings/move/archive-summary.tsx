import type { ArchiveImport } from '@daymark/contract/moving/archive-import'
import { useTexts } from '../../session/language.tsx'
import { moveTexts } from './move-texts.ts'
import { Counts, Moved, Problems } from './summary-parts.tsx'

interface Props {
  result: ArchiveImport
  replace: boolean
  onReplace: (replace: boolean) => void
}

const OUTCOMES = ['created', 'updated', 'unchanged', 'deleted'] as const

export function ArchiveSummary({ result, replace, onReplace }: Props) {
  const t = useTexts(moveTexts)
  const { kinds, skipped, problems, not_imported } = result
  const shown = kinds.filter(kind => OUTCOMES.some(outcome => kind[outcome] > 0))
  const deleted = kinds.reduce((sum, kind) => sum + kind.deleted, 0)
  const outcomes = OUTCOMES.filter(outcome => outcome !== 'deleted' || deleted > 0)
  return (
    <>
      <Counts
        columns={outcomes.map(outcome => t.outcomes[outcome])}
        rows={shown.map(kind => ({
          name: t.kinds[kind.kind],
          counts: outcomes.map(outcome => kind[outcome]),
        }))}
      />
      <label className="row">
        <input type="checkbox" checked={replace} onChange={event => onReplace(event.target.checked)} />
        {t.replace}
      </label>
      {deleted > 0 ? <p className="import-bad">{t.replaceHint(deleted)}</p> : null}
      {not_imported.length > 0 ? (
        <p className="soft">
          {t.notImported} {not_imported.map(({ file, rows }) => `${file} (${rows})`).join(', ')}
        </p>
      ) : null}
      <Moved {...result.moved} />
      {skipped > 0 ? (
        <Problems
          title={t.skipped(skipped)}
          problems={problems.map(problem => ({ ...problem, place: t.line(problem.file, problem.line) }))}
        />
      ) : null}
    </>
  )
}
