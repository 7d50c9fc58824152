// Copies the plan of the visible week to the next one. All copies are one action, which can be undone as a whole.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { calendarDateText, startText } from '../../design/format.ts'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { addDays } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { schedulesWith } from '../../sync/overlay/schedules.ts'
import { useAction } from '../../sync/use-write.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { entriesBetween, loadEntries } from '../entries/entries.ts'
import { within } from '../grid/events.ts'
import { calendarTexts } from '../texts.ts'
import { type Copy, copiesOf } from './copies.ts'

interface Props {
  /** The first day of the week to copy. */
  first: string
  onClose: () => void
}

export function CopyWeek({ first, onClose }: Props) {
  const t = useTexts(calendarTexts)
  const { language } = useLanguage()
  const copies = useCopies(first)
  const copy = useCopy()
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const chosen = copies?.filter(({ entry, isThere }) => !isThere && !dropped.has(entry.id)) ?? []
  function submit(event: FormEvent): void {
    event.preventDefault()
    copy(chosen)
    onClose()
  }
  return (
    <Dialog title={t.copyWeek} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="soft">
          {t.copyHint(
            calendarDateText(addDays(first, 7), language),
            calendarDateText(addDays(first, 13), language),
          )}
        </p>
        {copies ? null : <Skeleton lines={4} height={24} />}
        {copies?.length === 0 ? <p>{t.nothingToCopy}</p> : null}
        <ul className="plain-list">
          {copies?.map(({ entry, isThere }) => (
            <li key={entry.id} className="row item">
              <label className="row grow">
                <input
                  type="checkbox"
                  disabled={isThere}
                  checked={!isThere && !dropped.has(entry.id)}
                  onChange={() => setDropped(new Set(dropped).symmetricDifference(new Set([entry.id])))}
                />
                <bdi>{entry.title}</bdi>
              </label>
              <span className="soft">{isThere ? t.alreadyThere : startText(entry, language)}</span>
            </li>
          ))}
        </ul>
        <FormFoot submit={t.copyEntries(chosen.length)} isDisabled={chosen.length === 0} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Returns undefined until both weeks are loaded. */
function useCopies(first: string): Copy[] | undefined {
  const client = useClient()
  const queries = useQueryClient()
  const zone = timezone()
  const waiting = useShownEntries()
  const tag = useTagOf()
  const dates = { start: first, end: addDays(first, 14) }
  const { data: isLoaded } = useQuery({
    queryKey: ['schedules', 'copy-week', first, zone],
    queryFn: () => loadEntries(client, queries, { dates, zone, discover: false }),
    networkMode: 'always',
    gcTime: 0,
  })
  if (!isLoaded) return undefined
  const known = schedulesWith(entriesBetween(queries, dates, zone, false), waiting, { tag })
  const week = (start: string) => within(known, { start, end: addDays(start, 7) }, zone)
  return copiesOf(week(first), week(addDays(first, 7)), zone)
}

function useCopy(): (copies: readonly Copy[]) => void {
  const t = useTexts(calendarTexts)
  const client = useClient()
  const act = useAction()
  return copies =>
    act(
      live =>
        copies.map(({ entry, start_time, end_time }) =>
          live.write(client.schedules.create, {
            body: {
              ...{ title: entry.title, description: entry.description, all_day: entry.all_day },
              ...{ start_time, end_time, timezone: timezone() },
              tag_ids: entry.tags.map(({ id }) => id),
            },
          }),
        ),
      t.copied(copies.length),
    )
}
