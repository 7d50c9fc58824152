import type { ImportResult } from '@daymark/contract/calendars/imports'
import type { SourceImport } from '@daymark/contract/moving/source-imports'
import { useTexts } from '../../session/language.tsx'
import { importTexts } from './import-texts.ts'
import { Counts, Moved, Problems } from './summary-parts.tsx'

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
      <Counts
        columns={COUNTS.map(count => t.counts[count])}
        rows={kinds.map(([kind, counts]) => ({
          name: t.kinds[kind],
          counts: COUNTS.map(count => counts[count]),
        }))}
      />
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
      <Moved {...result.moved} />
      {result.skipped > 0 ? (
        <Problems
          title={t.skipped(result.skipped)}
          problems={result.problems.map(problem => ({ ...problem, place: t.line(problem.line) }))}
        />
      ) : null}
    </>
  )
}
