// Asks somebody for friendship, by code or e-mail address; a scanned link has filled in the code.
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../design/button.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
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

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!ask) return
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
          aria-label={t.addField}
          placeholder={t.addField}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={!ask || change.isPending}>
          {t.ask}
        </Button>
      </form>
    </section>
  )
}
