import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { meetingTexts } from '../texts.ts'

export function Remind({ meetingId }: { meetingId: string }) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const toast = useToast()
  const [isPending, setPending] = useState(false)
  const remind = () => {
    setPending(true)
    client.meetings
      .remind({ params: { meeting_id: meetingId } })
      .then(
        ({ reminded }) => toast(reminded > 0 ? t.reminded(reminded) : t.nobodyToRemind),
        (error: unknown) => toast(messageOf(error)),
      )
      .finally(() => setPending(false))
  }
  return (
    <>
      <Button onClick={remind} disabled={isPending}>
        <Icon name="bell" /> {t.remind}
      </Button>
      <p className="soft">{t.remindHint}</p>
    </>
  )
}
