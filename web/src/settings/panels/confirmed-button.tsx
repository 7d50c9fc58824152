import { useState } from 'react'
import { Confirm } from '../../design/confirm.tsx'
import { designTexts } from '../../design/texts.ts'
import { useTexts } from '../../session/language.tsx'
import { ItemButton } from './item-button.tsx'

interface Props {
  /** Names the list item for screen readers. */
  name: string
  text: string
  kind?: 'danger'
  /** `action` is the confirm button's label. Defaults to `text`. */
  asks: { title: string; hint: string; action?: string }
  isDisabled: boolean
  onConfirm: () => void
}

export function ConfirmedButton({ name, text, kind, asks, isDisabled, onConfirm }: Props) {
  const { cancel } = useTexts(designTexts)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ItemButton name={name} {...(kind && { kind })} onClick={() => setAsking(true)} disabled={isDisabled}>
        {text}
      </ItemButton>
      {asking ? (
        <Confirm
          title={asks.title}
          action={asks.action ?? text}
          cancel={cancel}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        >
          <p>{asks.hint}</p>
        </Confirm>
      ) : null}
    </>
  )
}
