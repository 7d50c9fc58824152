import { ApiError } from '@daymark/client'
import type { Meeting } from '@daymark/contract/meetings/meeting'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Button } from '../design/button.tsx'
import { copyText } from '../design/copy.ts'
import { Icon } from '../design/icon.tsx'
import { Empty, Failure, Skeleton } from '../design/states.tsx'
import { useToast } from '../design/toast.tsx'
import { ItemHistory } from '../history/item-history.tsx'
import { itemHistoryTexts } from '../history/item-texts.ts'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { shellTexts } from '../shell/texts.ts'
import { Board } from './grid/board.tsx'
import { LinkPanel } from './guest/link-panel.tsx'
import { Join } from './join.tsx'
import { EditPoll } from './poll/edit-dialog.tsx'
import { BestTimes, Participants } from './result/result.tsx'
import { Settled } from './result/settled.tsx'
import { meetingTexts } from './texts.ts'
import { isMine, ownPart, useAvailability, useMeeting } from './use-meetings.ts'
import { useRemoveMeeting } from './use-remove-meeting.ts'

export function OneMeeting({ id }: { id: string }) {
  const shell = useTexts(shellTexts)
  const t = useTexts(meetingTexts)
  const { data, error, refetch } = useMeeting(id)
  const refused = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <div className="page poll-page">
      <Link href="/meetings" className="row back">
        <Icon name="left" size={16} /> {t.back}
      </Link>
      {data && !refused ? <Poll meeting={data} /> : null}
      {refused ? (
        <div className="card">
          <h1 className="visually-hidden">{shell.pages.meetings}</h1>
          <Empty title={t.gone}>
            <p>{t.goneHint}</p>
          </Empty>
        </div>
      ) : null}
      {error && !data && !refused ? (
        <Failure error={error} retry={() => void refetch()} again={shell.again} />
      ) : null}
      {data || error ? null : <Skeleton lines={6} height={40} />}
    </div>
  )
}

function Poll({ meeting }: { meeting: Meeting }) {
  const shell = useTexts(shellTexts)
  const me = useMe()
  const { data: all, error, refetch } = useAvailability(meeting.id)
  const mine = ownPart(all, me.data?.id)
  return (
    <>
      <Head meeting={meeting} />
      {meeting.confirmed_slot ? <Settled meeting={meeting} /> : null}
      {error && !all ? <Failure error={error} retry={() => void refetch()} again={shell.again} /> : null}
      {all && me.data ? (
        <>
          <Join key={mine?.participant.id} {...{ meeting, mine }} usualName={me.data.display_name} />
          <div className="poll-columns">
            <Board {...{ meeting, all, mine }} />
            <div className="stack">
              <BestTimes {...{ meeting, all }} />
              <Participants {...{ meeting, all }} />
              {isMine(meeting) ? <LinkPanel meetingId={meeting.id} /> : null}
            </div>
          </div>
        </>
      ) : null}
      {all && me.data ? null : <Skeleton lines={6} height={40} />}
    </>
  )
}

function Head({ meeting }: { meeting: Meeting }) {
  const t = useTexts(meetingTexts)
  const toast = useToast()
  const [, navigate] = useLocation()
  const remove = useRemoveMeeting()
  const [open, setOpen] = useState<'edit' | 'share' | 'history'>()
  const { itemHistory } = useTexts(itemHistoryTexts)
  const mine = isMine(meeting)
  const link = `${location.origin}/meetings/${meeting.id}`
  const closed = mine && (meeting.visibility?.level ?? 'private') === 'private'
  const copy = async () => toast((await copyText(link)) ? t.copied : `${t.notCopied} ${link}`)
  return (
    <header className="stack">
      <div className="row spread">
        <h1 dir="auto">{meeting.title}</h1>
        <div className="row">
          <Button onClick={() => void copy()}>
            <Icon name="copy" /> {t.copyLink}
          </Button>
          {mine ? (
            <>
              <Button onClick={() => setOpen('share')}>
                <Icon name="share" /> {t.share}
              </Button>
              <Button onClick={() => setOpen('edit')}>
                <Icon name="edit" /> {t.edit}
              </Button>
              <Button onClick={() => setOpen('history')}>
                <Icon name="history" /> {itemHistory}
              </Button>
              <Button
                kind="danger"
                onClick={() => {
                  remove(meeting)
                  navigate('/meetings')
                }}
              >
                <Icon name="trash" /> {t.remove}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      {meeting.description ? (
        <p className="poll-description" dir="auto">
          {meeting.description}
        </p>
      ) : null}
      {closed ? <p className="notice">{t.privateHint}</p> : null}
      {open === 'edit' ? <EditPoll meeting={meeting} onClose={() => setOpen(undefined)} /> : null}
      {open === 'history' ? (
        <ItemHistory id={meeting.id} title={meeting.title} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'share' ? (
        <ShareDialog
          type="meeting"
          id={meeting.id}
          title={meeting.title}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </header>
  )
}
