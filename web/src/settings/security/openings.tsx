// Everything that opens the account or carries data out of it, with a tick each.
import type { Opening } from '@daymark/contract/accounts/security'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { deviceWords } from '../access/device.ts'
import { BackLink } from '../back-link.tsx'
import { PageLink } from '../panels/page-link.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { openingTexts } from './opening-texts.ts'
import { useSecurityChange } from './use-security.ts'

export const OPENINGS_PATH = '/settings/security/access'

function useOpenings() {
  const client = useClient()
  return useQuery({ queryKey: ['security', 'openings'], queryFn: () => client.openings.list() })
}

function useEnd() {
  const t = useTexts(openingTexts)
  const client = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const change = useSecurityChange()
  return {
    isPending: change.isPending,
    end: (ids: string[], onSettled?: () => void) =>
      change.mutate(async () => {
        const { ended } = await client.openings.end({ body: { ids } })
        toast(t.ended(ended))
        await queries.invalidateQueries()
      }, onSettled && { onSettled }),
  }
}

/** The list with ticks, and the button that ends what is ticked. */
export function OpeningsDialog({
  title,
  hint,
  onClose,
}: {
  title: string
  hint: string
  onClose: () => void
}) {
  const t = useTexts(openingTexts)
  const query = useOpenings()
  const { end, isPending } = useEnd()
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const items = query.data?.items ?? []
  const isTicked = ({ id, ticked }: Opening) => changed.get(id) ?? ticked
  const chosen = items.filter(isTicked).map(({ id }) => id)
  return (
    <Dialog title={title} onClose={onClose} asks={false}>
      <p>{hint}</p>
      <Missing query={query} skeleton={<Skeleton lines={4} height={36} />} />
      {query.data && items.length === 0 ? <p className="soft">{t.none}</p> : null}
      <ul className="plain-list">
        {items.map(item => (
          <li key={item.id} className="item">
            <label className="row">
              <input
                type="checkbox"
                checked={isTicked(item)}
                onChange={event => setChanged(new Map(changed).set(item.id, event.target.checked))}
              />
              <OpeningText item={item} />
            </label>
          </li>
        ))}
      </ul>
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.close}</Button>
        <Button
          kind="danger"
          disabled={isPending || chosen.length === 0}
          onClick={() => end(chosen, onClose)}
        >
          {t.endTicked}
        </Button>
      </div>
    </Dialog>
  )
}

function OpeningText({ item }: { item: Opening }) {
  const t = useTexts(openingTexts)
  const { language } = useLanguage()
  const { kind, name, last_used_at } = item
  const used = last_used_at
    ? t.lastUsed(agoText(Date.now() - Date.parse(last_used_at), language))
    : t.neverUsed
  return (
    <span className="grow opening-text">
      <strong dir="auto">{(kind === 'session' ? deviceWords(name) : name) ?? t.unnamed}</strong>
      <br />
      <span className="soft">
        {t.kinds[kind]} · {used}
      </span>
    </span>
  )
}

export function OpeningsPage() {
  const t = useTexts(openingTexts)
  const query = useOpenings()
  const { end, isPending } = useEnd()
  const items = query.data?.items ?? []
  return (
    <div className="page">
      <BackLink />
      <h1>{t.title}</h1>
      <div className="settings-columns">
        <section className="card panel" aria-labelledby="openings-title">
          <h2 id="openings-title">{t.listTitle}</h2>
          <p className="soft">{t.intro}</p>
          <Missing query={query} skeleton={<Skeleton lines={4} height={36} />} />
          {query.data && items.length === 0 ? <p role="status">{t.none}</p> : null}
          <ul className="plain-list">
            {items.map(item => (
              <li key={item.id} className="item">
                <OpeningText item={item} />
              </li>
            ))}
          </ul>
          {items.length > 0 ? (
            <Button
              kind="danger"
              className="plain-start"
              disabled={isPending}
              onClick={() => end(items.map(({ id }) => id))}
            >
              {t.endEverything}
            </Button>
          ) : null}
        </section>
        <AuditPanel />
      </div>
    </div>
  )
}

export function OpeningsLink() {
  const t = useTexts(openingTexts)
  return (
    <PageLink
      titleId="openings-link-title"
      title={t.title}
      hint={t.hint}
      href={OPENINGS_PATH}
      text={t.open}
    />
  )
}
