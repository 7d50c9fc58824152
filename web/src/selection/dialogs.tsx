// Bulk-action dialogs that several lists share.
import type { VisibilityOut } from '@daymark/contract/people/visibility'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { FormFoot } from '../design/forms/form-foot.tsx'
import { useTexts } from '../session/language.tsx'
import { readAddresses } from '../sharing/address-list.ts'
import { Levels } from '../sharing/levels.tsx'
import '../sharing/sharing.css'
import { TagPicker } from '../tags/tag-picker.tsx'
import { selectionTexts } from './texts.ts'

interface FormProps {
  title: string
  action: string
  disabled?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function FormDialog({ title, action, disabled = false, onSubmit, onClose, children }: FormProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack selection-dialog"
        onSubmit={event => {
          event.preventDefault()
          if (disabled) return
          onClose()
          onSubmit()
        }}
      >
        {children}
        <FormFoot submit={action} isDisabled={disabled} onClose={onClose} />
      </form>
    </Dialog>
  )
}

export interface TagChange {
  add_tag_ids?: string[]
  remove_tag_ids?: string[]
}

interface TagProps {
  /** Text such as "3 todos". */
  what: string
  /** The tags that at least one of the items has. */
  present: readonly { id: string }[]
  onChange: (change: TagChange) => void
  onClose: () => void
}

export function TagDialog({ what, present, onChange, onClose }: TagProps) {
  const t = useTexts(selectionTexts)
  const [added, setAdded] = useState<string[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const removable = new Set(present.map(({ id }) => id))
  return (
    <FormDialog
      title={t.tagTitle(what)}
      action={t.save}
      disabled={added.length + removed.length === 0}
      onSubmit={() =>
        onChange({
          ...(added.length > 0 && { add_tag_ids: added }),
          ...(removed.length > 0 && { remove_tag_ids: removed }),
        })
      }
      onClose={onClose}
    >
      <TagPicker
        legend={t.addTags}
        none={t.noTags}
        chosen={added}
        onChosen={ids => {
          setAdded(ids)
          setRemoved(removed.filter(id => !ids.includes(id)))
        }}
        fault={undefined}
      />
      {removable.size > 0 ? (
        <TagPicker
          legend={t.removeTags}
          none={t.noTags}
          among={removable}
          chosen={removed}
          onChosen={ids => {
            setRemoved(ids)
            setAdded(added.filter(id => !ids.includes(id)))
          }}
          fault={undefined}
        />
      ) : null}
    </FormDialog>
  )
}

interface ShareProps {
  what: string
  onShare: (visibility: VisibilityOut) => void
  onClose: () => void
}

export function ShareManyDialog({ what, onShare, onClose }: ShareProps) {
  const t = useTexts(selectionTexts)
  const [level, setLevel] = useState<VisibilityOut['level']>('friends')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [addresses, setAddresses] = useState('')
  const { emails, domains, unknown } = readAddresses(addresses)
  return (
    <FormDialog
      title={t.shareTitle(what)}
      action={t.save}
      disabled={level === 'allowed_emails' && unknown.length > 0}
      onSubmit={() =>
        onShare({
          level,
          allowed_user_ids: [...chosen],
          allowed_emails: emails,
          allowed_domains: domains,
        })
      }
      onClose={onClose}
    >
      <p className="soft">{t.shareHint}</p>
      <Levels
        level={level}
        onLevel={setLevel}
        chosen={chosen}
        onChosen={setChosen}
        addresses={addresses}
        onAddresses={setAddresses}
        unknown={unknown}
      />
    </FormDialog>
  )
}
