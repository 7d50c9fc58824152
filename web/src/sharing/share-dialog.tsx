// Lets the user choose who can see an item, and check whether a given person can.
import type { ResourceType, VisibilityOut } from '@daymark/contract/people/visibility'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Failure, Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { readAddresses, writeAddresses } from './address-list.ts'
import { Levels } from './levels.tsx'
import { useShare, useSharing } from './sharing.ts'
import './sharing.css'
import { sharingTexts } from './texts.ts'
import { ViewAs } from './view-as-check.tsx'

interface Props {
  type: ResourceType
  /** The item's id. For an occurrence, this is the id of its series, because only a whole series can be shared. */
  id: string
  title: string
  onClose: () => void
}

export function ShareDialog({ type, id, title, onClose }: Props) {
  const t = useTexts(sharingTexts)
  const { data, error, refetch } = useSharing(type, id)
  return (
    <Dialog title={t.share(title)} onClose={onClose}>
      {error && !data ? <Failure error={error} retry={() => void refetch()} again={t.again} /> : null}
      {data ? <ShareForm type={type} id={id} initial={data} onClose={onClose} /> : null}
      {data || error ? null : <Skeleton lines={5} height={40} />}
    </Dialog>
  )
}

interface FormProps extends Pick<Props, 'type' | 'id' | 'onClose'> {
  initial: VisibilityOut
}

function ShareForm({ type, id, initial, onClose }: FormProps) {
  const t = useTexts(sharingTexts)
  const share = useShare(type, id)
  const [level, setLevel] = useState(initial.level)
  const [chosen, setChosen] = useState<readonly string[]>(initial.allowed_user_ids)
  const [addresses, setAddresses] = useState(() =>
    writeAddresses(initial.allowed_emails, initial.allowed_domains),
  )
  const { emails, domains, unknown } = readAddresses(addresses)
  const sharing: VisibilityOut = {
    level,
    allowed_user_ids: [...chosen],
    allowed_emails: emails,
    allowed_domains: domains,
  }
  const mistyped = level === 'allowed_emails' && unknown.length > 0
  const submit = () => {
    share(sharing, t.saved)
    onClose()
  }
  return (
    <form
      className="stack share"
      onSubmit={event => {
        event.preventDefault()
        if (!mistyped) submit()
      }}
    >
      <Levels
        level={level}
        onLevel={setLevel}
        chosen={chosen}
        onChosen={setChosen}
        addresses={addresses}
        onAddresses={setAddresses}
        unknown={unknown}
      />
      <ViewAs sharing={sharing} />
      <div className="row share-foot">
        <span className="soft share-note">{t.onlyYou}</span>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" kind="primary" disabled={mistyped}>
          {t.save}
        </Button>
      </div>
    </form>
  )
}
