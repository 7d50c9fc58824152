import { calendarDateText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { addDays } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { calendarTexts } from '../texts.ts'
import { copiesOf } from './copies.ts'
import { CopyForm } from './copy-form.tsx'
import { useWeeks } from './use-weeks.ts'

interface Props {
  /** The first date of the week to copy. */
  first: string
  onClose: () => void
}

export function CopyWeek({ first, onClose }: Props) {
  const t = useTexts(calendarTexts)
  const { language } = useLanguage()
  const week = useWeeks(first, 2)
  const next = addDays(first, 7)
  const copies = week && copiesOf(week(first), week(next), timezone())
  return (
    <CopyForm
      title={t.copyWeek}
      hint={t.copyHint(calendarDateText(next, language), calendarDateText(addDays(first, 13), language))}
      words={{ submit: t.copyEntries, done: t.copied }}
      copies={copies}
      onClose={onClose}
    />
  )
}
