import type { AdminPerson } from '@daymark/contract/accounts/administration'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { dateText } from '../../design/format.ts'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useMe } from '../../session/me.ts'
import { useClient } from '../../session/provider.tsx'
import { useIsEmbedded } from '../use-settings.ts'
import { adminTexts } from './texts.ts'
import { useAdminChange, usePeople } from './use-admin.ts'

const PAGE = 50

export function People() {
  const t = useTexts(adminTexts)
  const [text, setText] = useState('')
  const [shown, setShown] = useState(PAGE)
  const query = usePeople(useDeferredValue(text.trim()), shown)
  const people = query.data?.slice(0, shown)
  return (
    <section className="card panel" aria-labelledby="people-title">
      <h2 id="people-title">{t.people}</h2>
      <p className="soft">{t.peopleHint}</p>
      <input
        type="search"
        className="input"
        aria-label={t.search}
        placeholder={t.search}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Missing query={query} skeleton={<Skeleton lines={4} height={36} />} />
      {people?.length === 0 ? <p className="soft">{t.nobody}</p> : null}
      <ul className="plain-list">
        {people?.map(person => (
          <PersonItem key={person.id} person={person} />
        ))}
      </ul>
      {(query.data?.length ?? 0) > shown ? (
        <Button onClick={() => setShown(shown + PAGE)}>{t.more}</Button>
      ) : null}
    </section>
  )
}

function PersonItem({ person }: { person: AdminPerson }) {
  const t = useTexts(adminTexts)
  const { language } = useLanguage()
  const { data: me } = useMe()
  const [isOpen, setOpen] = useState(false)
  const { name, email, role, disabled, deletes_at, email_verified, created_at, last_used_at } = person
  const isYou = me?.id === person.id
  const marks = [
    isYou ? t.you : undefined,
    role === 'admin' ? t.admin : undefined,
    disabled ? t.disabledState : undefined,
    deletes_at ? t.deletes(dateText(deletes_at, language)) : undefined,
    email_verified ? undefined : t.unverified,
    t.since(dateText(created_at, language)),
    last_used_at ? t.lastUsed(agoText(Date.now() - Date.parse(last_used_at), language)) : undefined,
  ].filter(Boolean)
  return (
    <li className="row item">
      <span className="grow admin-person">
        <strong dir="auto">{name}</strong> {email}
        <br />
        <span className="soft">{marks.join(' · ')}</span>
      </span>
      <Button onClick={() => setOpen(true)} aria-label={t.actions(name)}>
        …
      </Button>
      {isOpen ? <Actions person={person} isYou={isYou} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}

interface Action {
  label: string
  hint: string
  run: () => Promise<unknown>
}

interface ActionsProps {
  person: AdminPerson
  isYou: boolean
  onClose: () => void
}

function Actions({ person, isYou, onClose }: ActionsProps) {
  const t = useTexts(adminTexts)
  const toast = useToast()
  const change = useAdminChange()
  const actions = useActions(person, isYou)
  const [asked, setAsked] = useState<Action>()
  const run = (action: Action) =>
    change.mutate(async () => {
      await action.run()
      toast(t.done)
    })
  if (asked)
    return (
      <Confirm
        title={asked.label}
        action={asked.label}
        cancel={t.cancel}
        onConfirm={() => run(asked)}
        onClose={onClose}
      >
        <p>{asked.hint}</p>
      </Confirm>
    )
  return (
    <Dialog title={t.actions(person.name)} onClose={onClose} asks={false}>
      <p className="soft">{person.email}</p>
      <div className="stack">
        {actions.map(action => (
          <Button key={action.label} onClick={() => setAsked(action)}>
            {action.label}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

/** Omits actions that would let administrators lock out or delete themselves. */
function useActions({ id, name, role, disabled }: AdminPerson, isYou: boolean): Action[] {
  const t = useTexts(adminTexts)
  const embedded = useIsEmbedded()
  const admin = useClient().administration
  const params = { user_id: id }
  const update = (body: { disabled?: boolean; role?: 'user' | 'admin' }) => () =>
    admin.updatePerson({ params, body })
  const isAdmin = role === 'admin'
  return [
    {
      label: isAdmin ? t.makeUser : t.makeAdmin,
      hint: isAdmin ? t.makeUserHint(name) : t.makeAdminHint(name),
      run: update({ role: isAdmin ? 'user' : 'admin' }),
    },
    ...(embedded
      ? [
          { label: t.signOut, hint: t.signOutHint(name), run: () => admin.signOutPerson({ params }) },
          { label: t.resetFactors, hint: t.resetHint(name), run: () => admin.resetFactors({ params }) },
        ]
      : []),
    ...(isYou
      ? []
      : [
          {
            label: disabled ? t.enable : t.disable,
            hint: disabled ? name : t.disableHint(name),
            run: update({ disabled: !disabled }),
          },
          { label: t.remove, hint: t.removeHint(name), run: () => admin.removePerson({ params }) },
        ]),
  ]
}
