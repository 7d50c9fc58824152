import { Button } from '../design/button.tsx'
import { useTexts } from '../session/language.tsx'
import { useShownEntries } from '../sync/context.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { welcomeTexts } from './texts.ts'
import { sampleGroup, useRemoveSample } from './use-sample.ts'
import './welcome.css'

export function SampleNotice() {
  const t = useTexts(welcomeTexts)
  const group = sampleGroup(useTagGroups().data ?? [])
  const remove = useRemoveSample()
  const isSending = useShownEntries().length > 0
  if (!group) return null
  return (
    <p className="notice calm sample-notice">
      <span>{t.sampleShown}</span>
      {/* Disabled while items are unsent, because removing would miss them. */}
      <Button disabled={isSending} onClick={() => void remove(group)}>
        {t.removeSample}
      </Button>
    </p>
  )
}
