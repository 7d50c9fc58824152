// Opens over any page, for example with a shortcut or from the command palette.
import { useEffect } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { useTexts } from '../session/language.tsx'
import { useSession } from '../session/provider.tsx'
import { quickField } from '../session/unsent/quick-add.ts'
import { QuickAddField } from './field.tsx'
import { quickAddTexts } from './texts.ts'

const DRAFT = 'quick-add'

interface Props {
  /** The initial text. If it is empty, the dialog restores text that was not added last time. */
  text: string
  onClose: () => void
}

export default function QuickAddDialog({ text, onClose }: Props) {
  const t = useTexts(quickAddTexts)
  const { account } = useSession()
  useEffect(() => {
    if (text !== '') quickField(account, DRAFT).type(text)
  }, [account, text])
  return (
    <Dialog title={t.title} onClose={onClose} asks={false}>
      <QuickAddField draft={DRAFT} onAdded={onClose} inputRef={input => input?.focus()} />
      <p className="soft">{t.hint}</p>
    </Dialog>
  )
}
