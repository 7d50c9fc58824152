import type { Schedule } from '@daymark/contract/planning/schedule'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { localOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { entryTexts } from '../dialog/entry-texts.ts'
import { useSeries } from '../entries/series.ts'
import { describedRule, withEnd } from '../rule/rule.ts'
import { ruleWords } from '../rule/rule-words.ts'
import { popoverTexts } from './texts.ts'

/** Shows only "Repeats" if the rule has not loaded, or if `describedRule` does not support it. */
export function Repetition({ seriesId }: { seriesId: string }) {
  const { repeats } = useTexts(popoverTexts)
  const { ruleZone } = useTexts(entryTexts)
  const { language } = useLanguage()
  const series = useSeries(seriesId).data
  const words = series && wordsOf(series, language)
  if (words === undefined) return <span>{repeats}</span>
  const isElsewhere = !series?.all_day && series?.timezone !== timezone()
  return (
    <span>
      {words}
      {isElsewhere ? `. ${ruleZone(series?.timezone ?? '')}` : null}
    </span>
  )
}

function wordsOf(series: Schedule, language: Language): string | undefined {
  const zone = series.all_day ? 'UTC' : series.timezone
  const rule = withEnd(series.recurrence_rule, series.recurrence_end, zone)
  const start = series.start_date ?? localOf(Date.parse(series.start_time), zone).date
  const read = describedRule(rule, start, zone)
  return read && ruleWords(read, language)
}
