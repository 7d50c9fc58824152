// Shows what an import would do: counts, new tags, what Daymark cannot show, and problems with line numbers.
import type { ImportResult } from '@daymark/contract/calendars/imports'
import type { SourceImport } from '@daymark/contract/moving/source-imports'
import { useTexts } from '../../session/language.tsx'
import { importTexts } from './import-texts.ts'

const COUNTS = ['created', 'updated', 'unchanged'] as const

export function ImportSummary({ result }: { result: ImportResult | SourceImport }) {
  const t = useTexts(importTexts)
  const kinds = [
    ['schedules', result.schedules],
    ['todos', result.todos],
    ...('timers' in result ? [['timers', result.timers] as const] : []),
  ] as const
  const namesOf = (kept: boolean) =>
    result.losses
      .filter(loss => loss.kept === kept)
      .map(({ what, count }) => `${t.losses[what]} (${count})`)
      .join(', ')
  return (
    <>
      <table className="import-counts">
        <thead>
          <tr>
            <td />
            {COUNTS.map(count => (
              <th key={count} scope="col">
                {t.counts[count]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, counts]) => (
            <tr key={kind}>
              <th scope="row">{t.kinds[kind]}</th>
              {COUNTS.map(count => (
                <td key={count}>{counts[count]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {result.new_tags.length > 0 ? <p>{t.newTags(result.new_tags.join(', '))}</p> : null}
      {namesOf(true) ? (
        <p className="soft">
          {t.kept} {namesOf(true)}
        </p>
      ) : null}
      {namesOf(false) ? (
        <p>
          {t.lost} {namesOf(false)}
        </p>
      ) : null}
      {result.skipped > 0 ? (
        <div>
          <p className="calendar-bad">{t.skipped(result.skipped)}</p>
          <ul className="import-problems">
            {result.problems.map(({ line, message, title }) => (
              <li key={`${line} ${message}`}>
                {t.line(line)}
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
