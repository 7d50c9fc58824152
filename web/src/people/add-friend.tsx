// Sends a friend request by code or email address. A scanned link fills in the code.
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../design/button.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient, useSession } from '../session/provider.tsx'
import { askOf } from './address.ts'
import { peopleTexts } from './texts.ts'
import { usePeopleChange } from './use-people.ts'

export function AddFriend() {
  const t = useTexts(peopleTexts)
  const client = useClient()
  const toast = useToast()
  const change = usePeopleChange()
  const [search, setSearch] = useSearchParams()
  const [text, setText] = useState(search.get('code') ?? '')
  const ask = askOf(text)
  const { verifies_emails } = useSession().info
  const reachesNobody = verifies_emails === false && ask !== undefined && 'email' in ask

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!ask || reachesNobody) return
    change.mutate(async () => {
      const answer = await client.friends.request({ body: ask })
      if ('email' in ask) toast(t.askedByEmail)
      else toast('status' in answer && answer.status === 'accepted' ? t.friendsNow : t.asked)
      setText('')
      if (search.has('code')) setSearch({}, { replace: true })
    })
  }

  return (
    <section className="card panel" aria-labelledby="add-title">
      <h2 id="add-title">{t.add}</h2>
      <form className="row add-friend" onSubmit={submit}>
        <input
          className="input"
          aria-label={verifies_emails === false ? t.addCode : t.addField}
          placeholder={verifies_emails === false ? t.addCode : t.addField}
          aria-describedby={reachesNobody ? 'add-notice' : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={!ask || reachesNobody || change.isPending}>
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
