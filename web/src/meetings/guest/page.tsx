// Guests answer under a name, without an account.
import { ApiError } from '@daymark/client'
import { GUEST_NAME_LENGTH } from '@daymark/contract/constants'
import type { GuestAnswer, GuestPoll } from '@daymark/contract/meetings/guests'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { copyText } from '../../design/copy.ts'
import { Icon } from '../../design/icon.tsx'
import { messageOf } from '../../design/message.ts'
import { Empty, Failure, Fault, Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { shellTexts } from '../../shell/texts.ts'
import { useDays } from '../grid/days.tsx'
import { answerOf, cellsOf, type Marks } from '../grid/grid.ts'
import { Legend, ModeChoice } from '../grid/legend.tsx'
import { namesByCell } from '../grid/names.ts'
import { PaintGrid } from '../grid/paint-grid.tsx'
import '../meetings.css'
import { NameField, nameIn } from '../name-field.tsx'
import { DownloadTime, SettledTime } from '../result/settled.tsx'
import { meetingTexts } from '../texts.ts'
import { editToken, forgetToken, linkInAddress, storedToken, storeToken } from './edit-token.ts'

const REFRESH_MS = 15_000

export default function GuestPage() {
  const t = useTexts(meetingTexts)
  const shell = useTexts(shellTexts)
  const client = useClient()
  const link = linkInAddress()
  const [token, setToken] = useState(() => editToken(link))
  const poll = useQuery({
    queryKey: ['guest-poll', link],
    queryFn: () => client.guests.poll({ params: { link } }),
    refetchInterval: REFRESH_MS,
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  })
  const own = useQuery({
    queryKey: ['guest-poll', link, token],
    enabled: token !== undefined,
    queryFn: () => client.guests.readAnswer({ params: { link, edit_token: token ?? '' } }),
    retry: false,
  })
  const isMissing = poll.error instanceof ApiError && poll.error.status < 500 && poll.error.status !== 429
  // Only a 404 proves that there is no answer. After another error, sending a new answer would overwrite the stored
  // token of the existing answer.
  const hasNoAnswer = own.error instanceof ApiError && own.error.status === 404
  const isReady = poll.data && (token === undefined || own.data || hasNoAnswer)
  const failed = [poll, own].find(
    ({ data, error }) => error && !data && !isMissing && !(error === own.error && hasNoAnswer),
  )
  return (
    <main className="page guest-page" id="content">
      {poll.data && isReady && !isMissing ? (
        <Answer
          key={own.data?.id}
          poll={poll.data}
          own={own.data}
          {...{ link, token }}
          onChange={next => {
            setToken(next)
            void poll.refetch()
            if (next === token) void own.refetch()
          }}
        />
      ) : null}
      {isMissing ? (
        <div className="card">
          <h1 className="visually-hidden">{shell.pages.meetings}</h1>
          <Empty title={t.gone}>
            <p>{t.guestGone}</p>
          </Empty>
        </div>
      ) : null}
      {failed?.error ? (
        <Failure error={failed.error} retry={() => void failed.refetch()} again={shell.again} />
      ) : null}
      {isReady || isMissing || failed ? null : <Skeleton lines={6} height={40} />}
    </main>
  )
}

interface Props {
  poll: GuestPoll
  own: GuestAnswer | undefined
  link: string
  token: string | undefined
  onChange: (token: string | undefined) => void
}

function Answer({ poll, own, link, token, onChange }: Props) {
  const t = useTexts(meetingTexts)
  const client = useClient()
  const toast = useToast()
  const { days, pager } = useDays(poll)
  const [marks, setMarks] = useState<Marks>(() => ({
    free: cellsOf(poll, own?.time_slots ?? []),
    maybe: cellsOf(poll, own?.if_need_be ?? []),
  }))
  const [mode, setMode] = useState<keyof Marks>('free')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isWithoutTimes, setWithoutTimes] = useState(false)
  const others = withoutOwn(poll.answers, own)
  const { free, maybe } = namesByCell(poll, others)
  const saved = own && token !== undefined

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault(undefined)
    await work().catch((error: unknown) => setFault(messageOf(error)))
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const display_name = nameIn(event.currentTarget)
    const body = { display_name, time_slots: answerOf(poll, marks) }
    // Pressing Enter in the name field would send an answer without any times. Submitting again confirms that no time
    // works.
    if (!saved && body.time_slots.length === 0 && !isWithoutTimes) {
      setWithoutTimes(true)
      event.currentTarget.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
      return
    }
    void run(async () => {
      if (saved) await client.guests.changeAnswer({ params: { link, edit_token: token }, body })
      const next = saved ? token : (await client.guests.answer({ params: { link }, body })).edit_token
      if (!saved) storeToken(link, next)
      toast(t.guestSaved)
      onChange(next)
    })
  }
  const withdraw = () =>
    run(async () => {
      await client.guests.withdrawAnswer({ params: { link, edit_token: token ?? '' } })
      forgetToken(link, token ?? '')
      toast(t.guestWithdrawn)
      onChange(storedToken(link))
    })
  const copy = async () => {
    const address = `${location.origin}/poll/${link}#edit=${token}`
    toast((await copyText(address)) ? t.copied : `${t.notCopied} ${address}`)
  }
  return (
    <>
      <header className="stack">
        <h1 dir="auto">{poll.title}</h1>
        {poll.description ? (
          <p className="poll-description" dir="auto">
            {poll.description}
          </p>
        ) : null}
        {poll.confirmed_slot ? (
          <div className="card row spread settled-note">
            <SettledTime slot={poll.confirmed_slot} zone={poll.timezone} />
            <DownloadTime title={poll.title} load={() => client.guests.ics({ params: { link } })} />
          </div>
        ) : (
          <p className="soft">{t.guestIntro}</p>
        )}
      </header>
      {saved && token !== storedToken(link) ? (
        <div className="notice row spread">
          <span>{t.otherAnswer(own.display_name)}</span>
          <Button onClick={() => onChange(storedToken(link))}>{t.backToMine}</Button>
        </div>
      ) : null}
      <form className="stack" onSubmit={submit}>
        <div className="card panel join">
          <div className="row">
            <NameField maxLength={GUEST_NAME_LENGTH} defaultValue={own?.display_name} />
          </div>
        </div>
        <section className="card panel poll-board" aria-label={t.grid}>
          <div className="row spread">
            {pager}
            <ModeChoice mode={mode} onChange={setMode} />
          </div>
          {poll.timezone === timezone() ? null : (
            <p className="soft">{t.zoneNote(poll.timezone, timezone())}</p>
          )}
          <Fault>{isWithoutTimes ? t.guestNoTimes : null}</Fault>
          <PaintGrid
            {...{ days, mode }}
            meeting={poll}
            others={free}
            othersMaybe={maybe}
            own={marks}
            busy={new Map()}
            people={others.length + 1}
            paint={change => {
              setWithoutTimes(false)
              setMarks(change)
            }}
          />
          <Legend paints hasCalendar={false} />
          <p className="soft">{t.paintHint}</p>
        </section>
        <Fault>{fault}</Fault>
        <div className="row">
          <Button type="submit" kind="primary" disabled={busy || (!saved && poll.confirmed_slot !== null)}>
            {saved ? t.guestChange : t.guestAnswer}
          </Button>
          {saved ? (
            <>
              <Button onClick={() => void copy()}>
                <Icon name="copy" /> {t.copyEditLink}
              </Button>
              <Button kind="danger" disabled={busy} onClick={() => void withdraw()}>
                {t.guestWithdraw}
              </Button>
            </>
          ) : null}
        </div>
        {saved ? <p className="soft">{t.editLinkHint}</p> : null}
      </form>
    </>
  )
}

/** Removes the guest's own answer, which is identified by its content, because answers in the list have no ids. */
function withoutOwn(answers: GuestPoll['answers'], own: GuestAnswer | undefined) {
  if (!own) return answers
  const same = (each: GuestPoll['answers'][number]) =>
    each.display_name === own.display_name &&
    JSON.stringify([each.time_slots, each.if_need_be]) === JSON.stringify([own.time_slots, own.if_need_be])
  const at = answers.findIndex(same)
  return answers.filter((_, index) => index !== at)
}
