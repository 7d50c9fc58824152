import type { MovedTodos } from '@daymark/contract/calendars/imports'
import { useTexts } from '../../session/language.tsx'
import { moveTexts } from './move-texts.ts'

interface CountsProps {
  columns: readonly string[]
  rows: readonly { name: string; counts: readonly number[] }[]
}

export const Counts = ({ columns, rows }: CountsProps) => (
  <table className="import-counts">
    <thead>
      <tr>
        <td />
        {columns.map(column => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, counts }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {counts.map((count, at) => (
            <td key={columns[at]}>{count}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

interface ProblemsProps {
  /** Includes the number of problems. */
  title: string
  problems: readonly { place: string; title: string | null; message: string }[]
}

export const Problems = ({ title, problems }: ProblemsProps) => (
  <div>
    <p className="import-bad">{title}</p>
    <ul className="import-problems">
      {problems.map(problem => (
        <li key={`${problem.place} ${problem.message}`}>
          {problem.place}
          {problem.title === null ? null : (
            <>
              {' '}
              · <bdi>{problem.title}</bdi>
            </>
          )}
          <br />
          <span className="soft">{problem.message}</span>
        </li>
      ))}
    </ul>
  </div>
)

/** Names a few, because a file may have thousands. */
const NAMED = 10

export function Moved({ count, titles }: MovedTodos) {
  const t = useTexts(moveTexts)
  const names = titles.slice(0, NAMED).map(title => `“${title}”`)
  return count > 0 ? (
    <p>{t.moved(count, [...names, ...(count > names.length ? ['…'] : [])].join(', '))}</p>
  ) : null
}
