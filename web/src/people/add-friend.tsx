// Sends a friend request by code or email address. A scanned link fills in the code.
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../design/button.tsx'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient, useSession } from '../session/provider.tsx'
import { useAnswer } from '../sync/use-write.ts'
import { askOf } from './address.ts'
import { peopleTexts } from './texts.ts'

/** The id of the field that the empty friends list focuses. */
export const ADD_FIELD = 'add-friend'

export function AddFriend() {
  const t = useTexts(peopleTexts)
  const client = useClient()
  const toast = useToast()
  const answer = useAnswer()
  const [isAsking, setAsking] = useState(false)
  const [search, setSearch] = useSearchParams()
  const [text, setText] = useState(search.get('code') ?? '')
  const ask = askOf(text)
  const { verifies_emails } = useSession().info
  const reachesNobody = verifies_emails === false && ask !== undefined && 'email' in ask

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!ask || reachesNobody) return
    setAsking(true)
    try {
      const sent = await answer(live => live.write(client.friends.request, { body: ask }))
      if ('email' in ask) toast(t.askedByEmail)
      else toast('status' in sent && sent.status === 'accepted' ? t.friendsNow : t.asked)
      setText('')
      if (search.has('code')) setSearch({}, { replace: true })
    } catch (error) {
      toast(messageOf(error))
    }
    setAsking(false)
  }

  return (
    <section className="card panel" aria-labelledby="add-title">
      <h2 id="add-title">{t.add}</h2>
      <form className="row add-friend" onSubmit={event => void submit(event)}>
        <input
          id={ADD_FIELD}
          className="input"
          aria-label={verifies_emails === false ? t.addCode : t.addField}
          placeholder={verifies_emails === false ? t.addCode : t.addField}
          aria-describedby={reachesNobody ? 'add-notice' : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={!ask || reachesNobody || isAsking}>
          {t.ask}
        </Button>
      </form>
      {reachesNobody ? (
        <p id="add-notice" className="notice" role="status">
          {t.noVerifiedAddresses}
        </p>
      ) : null}
    </section>
  )
}
