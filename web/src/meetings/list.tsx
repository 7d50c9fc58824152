import type { Meeting } from '@daymark/contract/meetings/meeting'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Missing, Settled } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useFriends } from '../sharing/sharing.ts'
import { useCommands } from '../shell/commands.tsx'
import { shellTexts } from '../shell/texts.ts'
import { CreatePoll } from './poll/edit-dialog.tsx'
import { meetingTexts } from './texts.ts'
import { type PollsFrom, useMeetings } from './use-meetings.ts'
import { hoursWords, rangeWords, slotWords } from './words.ts'

export function MeetingList() {
  const shell = useTexts(shellTexts)
  const t = useTexts(meetingTexts)
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState(false)
  const [discover, setDiscover] = useState(false)
  useCommands(
    useMemo(() => [{ id: 'new-poll', name: t.newPoll, keys: 'n', run: () => setAdding(true) }], [t]),
  )
  return (
    <div className="page">
      <header className="row spread">
        <div className="page-words">
          <h1>{shell.pages.meetings}</h1>
          <p className="soft">{t.intro}</p>
        </div>
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.newPoll}
        </Button>
      </header>
      <Settled
        of={[useMeetings('mine'), useMeetings('shared')]}
        skeleton={<Skeleton lines={4} height={64} />}
      >
        <Polls from="mine" onAdd={() => setAdding(true)} />
        <Polls from="shared" />
        {discover ? (
          <Polls from="discover" />
        ) : (
          <Button kind="quiet" className="plain-start" onClick={() => setDiscover(true)}>
            <Icon name="search" /> {t.showPublic}
          </Button>
        )}
      </Settled>
      {adding ? (
        <CreatePoll
          onClose={() => setAdding(false)}
          onMade={id => {
            if (location.pathname === '/meetings') navigate(`/meetings/${id}`)
          }}
        />
      ) : null}
    </div>
  )
}

function Polls({ from, onAdd }: { from: PollsFrom; onAdd?: () => void }) {
  const t = useTexts(meetingTexts)
  const query = useMeetings(from)
  const polls = query.data
  return (
    <section className="stack" aria-labelledby={`polls-${from}`}>
      <h2 id={`polls-${from}`}>{t.pollsFrom[from]}</h2>
      <Missing query={query} skeleton={<Skeleton lines={2} height={64} />} />
      {polls?.length === 0 ? (
        <div className="card">
          <Empty title={t.noPolls[from]}>
            <p>{t.noPollsHints[from]}</p>
            {onAdd ? (
              <Button onClick={onAdd}>
                <Icon name="plus" /> {t.firstPoll}
              </Button>
            ) : null}
          </Empty>
        </div>
      ) : null}
      {polls && polls.length > 0 ? (
        <ul className="plain-list polls">
          {polls.map(meeting => (
            <li key={meeting.id}>
              <PollCard meeting={meeting} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function PollCard({ meeting }: { meeting: Meeting }) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const friends = useFriends()
  const owner = friends.data?.find(friend => friend.user_id === meeting.owner_id)?.display_name
  const slot = meeting.confirmed_slot
  return (
    <Link href={`/meetings/${meeting.id}`} className="card poll">
      <span className="row spread poll-head">
        <strong className="poll-title" dir="auto">
          {meeting.title}
        </strong>
        <span className={`chip ${slot ? 'settled' : ''}`}>{slot ? t.settled : t.open}</span>
      </span>
      <span className="soft">
        {slot
          ? slotWords(slot, language)
          : `${rangeWords(meeting.start_date, meeting.end_date, language)} · ${hoursWords(meeting, language)}`}
      </span>
      {meeting.is_shared && owner ? <span className="soft">{t.from(owner)}</span> : null}
    </Link>
  )
}
