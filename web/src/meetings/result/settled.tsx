// Shows the confirmed time, which users can add to their calendar or download for another app.
import type { Meeting } from '@daymark/contract/meetings/meeting'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Button } from '../../design/button.tsx'
import { saveFile } from '../../design/copy.ts'
import { dateTimeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { instantOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { useAction } from '../../sync/use-write.ts'
import type { Slot } from '../grid/grid.ts'
import { meetingTexts } from '../texts.ts'
import { slotWords } from '../words.ts'

export function Settled({ meeting }: { meeting: Meeting }) {
  const client = useClient()
  if (!meeting.confirmed_slot) return null
  const params = { meeting_id: meeting.id }
  return (
    <div className="card row spread settled-note">
      <SettledTime slot={meeting.confirmed_slot} zone={meeting.timezone} />
      <div className="row">
        <OwnEntry meetingId={meeting.id} />
        <DownloadTime title={meeting.title} load={() => client.meetings.ics({ params })} />
      </div>
    </div>
  )
}

export function SettledTime({ slot, zone }: { slot: Slot; zone: string }) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const begins = instantOf({ date: slot.slot_date, time: slot.start_time }, zone)
  return (
    <span role="status">
      <strong>
        <Icon name="check" /> {t.confirmed(slotWords(slot, language))}
      </strong>
      {zone === timezone() ? null : ` · ${t.yourTime(dateTimeText(begins, language))}`}
    </span>
  )
}

const ADD = 'POST /v1/meetings/{meeting_id}/schedule'

function OwnEntry({ meetingId }: { meetingId: string }) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const act = useAction()
  const params = { meeting_id: meetingId }
  const { data } = useQuery({
    // The key begins with `schedules`, so that the query reloads whenever one of the user's entries changes.
    queryKey: ['schedules', 'of-meeting', meetingId],
    queryFn: async () => (await client.meetings.get({ params })).own_schedule_id ?? null,
  })
  const isPending = useShownEntries().some(
    ({ operation, params: given }) => operation === ADD && given['meeting_id'] === meetingId,
  )
  if (data === undefined) return null
  if (data !== null || isPending)
    return (
      <Link href="/calendar" className="row">
        <Icon name="calendar" /> {t.toCalendar}
      </Link>
    )
  const add = () => act(live => live.write(client.meetings.addToCalendar, { params }), t.inCalendar)
  return (
    <Button kind="primary" onClick={add}>
      <Icon name="calendar" /> {t.addToCalendar}
    </Button>
  )
}

export function DownloadTime({ title, load }: { title: string; load: () => Promise<Response> }) {
  const t = useTexts(meetingTexts)
  const toast = useToast()
  const save = async () => saveFile(`${title}.ics`, await (await load()).blob())
  return (
    <Button
      title={t.downloadTimeHint}
      onClick={() => void save().catch((error: unknown) => toast(messageOf(error)))}
    >
      <Icon name="download" /> {t.downloadTime}
    </Button>
  )
}
