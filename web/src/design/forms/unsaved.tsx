// Below a quick field: why the text was not stored, and earlier texts that still wait.
import { useTexts } from '../../session/language.tsx'
import type { Unsaved } from '../../session/unsent/quick-add.ts'
import { Button } from '../button.tsx'
import { Fault } from '../states.tsx'
import { designTexts } from '../texts.ts'

interface Props {
  failure: string | undefined
  unsaved: readonly Unsaved[]
  again: (text: string) => void
  discard: (text: string) => void
}

export function UnsavedTexts({ failure, unsaved, again, discard }: Props) {
  const t = useTexts(designTexts)
  return (
    <>
      <Fault>{failure}</Fault>
      {unsaved.length > 0 ? (
        <ul className="plain-list stack" aria-label={t.unsaved}>
          {unsaved.map(({ text, reason }) => (
            <li key={text} className="notice bad row unsaved">
              <span className="grow" dir="auto">
                {t.notSaved(text)} {reason}
              </span>
              <Button onClick={() => again(text)}>{t.again}</Button>
              <Button kind="quiet" onClick={() => discard(text)}>
                {t.discard}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
