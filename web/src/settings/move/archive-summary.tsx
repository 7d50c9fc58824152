// Shows what the import of an archive would do: counts by kind, problems, and what cannot be moved.
import type { ArchiveImport } from '@daymark/contract/moving/archive-import'
import { useTexts } from '../../session/language.tsx'
import { moveTexts } from './move-texts.ts'

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
      <table className="import-counts">
        <thead>
          <tr>
            <td />
            {outcomes.map(outcome => (
              <th key={outcome} scope="col">
                {t.outcomes[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(kind => (
            <tr key={kind.kind}>
              <th scope="row">{t.kinds[kind.kind]}</th>
              {outcomes.map(outcome => (
                <td key={outcome}>{kind[outcome]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <label className="row">
        <input type="checkbox" checked={replace} onChange={event => onReplace(event.target.checked)} />
        {t.replace}
      </label>
      {deleted > 0 ? <p className="calendar-bad">{t.replaceHint(deleted)}</p> : null}
      {not_imported.length > 0 ? (
        <p className="soft">
          {t.notImported} {not_imported.map(({ file, rows }) => `${file} (${rows})`).join(', ')}
        </p>
      ) : null}
      {skipped > 0 ? (
        <div>
          <p className="calendar-bad">{t.skipped(skipped)}</p>
          <ul className="import-problems">
            {problems.map(({ file, line, message, title }) => (
              <li key={`${file} ${line} ${message}`}>
                {t.line(file, line)}
                {title === null ? null : (
                  <>
                    {' '}
                    · <bdi>{title}</bdi>
                  </>
                )}
                <br />
                <span className="soft">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}
