// Lets the owner create, copy and revoke the guest link, and remove guests.
import { ApiError } from '@daymark/client'
import type { Participant } from '@daymark/contract/meetings/meeting'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { copyText } from '../../design/copy.ts'
import { Icon } from '../../design/icon.tsx'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { meetingTexts } from '../texts.ts'
import { availabilityKey } from '../use-meetings.ts'

export function LinkPanel({ meetingId }: { meetingId: string }) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const [revoking, setRevoking] = useState(false)
  const params = { meeting_id: meetingId }
  const key = ['meetings', 'link', meetingId]
  const { data } = useQuery({
    queryKey: key,
    // Not persisted, because the link is a secret.
    meta: { persist: false },
    queryFn: () =>
      client.meetings.link({ params }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
  const copy = async (link: string) => {
    const url = `${location.origin}/poll/${link}`
    toast((await copyText(url)) ? t.copied : `${t.notCopied} ${url}`)
  }
  const run = (work: () => Promise<void>) => void work().catch((error: unknown) => toast(messageOf(error)))
  const create = () =>
    run(async () => {
      const made = await client.meetings.createLink({ params })
      queries.setQueryData(key, made)
      await copy(made.link)
    })
  const revoke = () =>
    run(async () => {
      await client.meetings.revokeLink({ params })
      queries.setQueryData(key, null)
      toast(t.guestLinkRevoked)
    })
  if (data === undefined) return null
  return (
    <section className="card panel" aria-labelledby="guest-link-title">
      <h2 id="guest-link-title">{t.guestLink}</h2>
      <p className="soft">{t.guestLinkHint}</p>
      <div className="row">
        {data ? (
          <>
            <Button onClick={() => void copy(data.link)}>
              <Icon name="copy" /> {t.copyGuestLink}
            </Button>
            <Button kind="quiet" onClick={() => setRevoking(true)}>
              {t.revokeGuestLink}
            </Button>
          </>
        ) : (
          <Button onClick={create}>
            <Icon name="share" /> {t.createGuestLink}
          </Button>
        )}
      </div>
      {revoking ? (
        <Confirm
          title={t.revokeTitle}
          action={t.revokeGuestLink}
          cancel={t.cancel}
          onConfirm={revoke}
          onClose={() => setRevoking(false)}
        >
          <p>{t.revokeHint}</p>
        </Confirm>
      ) : null}
    </section>
  )
}

export function RemoveGuest({ meetingId, participant }: { meetingId: string; participant: Participant }) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const remove = () => {
    const params = { meeting_id: meetingId, participant_id: participant.id }
    client.meetings.removeGuest({ params }).then(
      () => {
        toast(t.guestRemoved(participant.display_name))
        return queries.invalidateQueries({ queryKey: availabilityKey(meetingId) })
      },
      (error: unknown) => toast(messageOf(error)),
    )
  }
  return (
    <Button kind="quiet" aria-label={t.removeGuest(participant.display_name)} onClick={remove}>
      {t.remove}
    </Button>
  )
}
