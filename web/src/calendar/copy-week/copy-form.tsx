// Adds all copies in one action, so that a single undo removes them.
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { startText } from '../../design/format.ts'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { calendarTexts } from '../texts.ts'
import type { Copy } from './copies.ts'

interface Props {
  title: string
  hint: string
  /** `submit` labels the button and `done` is the toast. */
  words: { submit: (count: number) => string; done: (count: number) => string }
  /** Undefined while the entries load. */
  copies: readonly Copy[] | undefined
  onClose: () => void
}

export function CopyForm({ title, hint, words, copies, onClose }: Props) {
  const t = useTexts(calendarTexts)
  const { language } = useLanguage()
  const copy = useCopy(words.done)
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const chosen = copies?.filter(({ key, isThere }) => !isThere && !dropped.has(key)) ?? []
  function submit(event: FormEvent): void {
    event.preventDefault()
    copy(chosen)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="soft">{hint}</p>
        {copies ? null : <Skeleton lines={4} height={24} />}
        {copies?.length === 0 ? <p>{t.nothingToCopy}</p> : null}
        <ul className="plain-list">
          {copies?.map(({ key, isThere, ...each }) => (
            <li key={key} className="row item">
              <label className="row grow">
                <input
                  type="checkbox"
                  disabled={isThere}
                  checked={!isThere && !dropped.has(key)}
                  onChange={() => setDropped(new Set(dropped).symmetricDifference(new Set([key])))}
                />
                <bdi>{each.title}</bdi>
              </label>
              <span className="soft">
                {isThere
                  ? t.alreadyThere
                  : startText({ ...each, start_date: each.all_day ? each.start_time : null }, language)}
              </span>
            </li>
          ))}
        </ul>
        <FormFoot submit={words.submit(chosen.length)} isDisabled={chosen.length === 0} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function useCopy(said: Props['words']['done']): (copies: readonly Copy[]) => void {
  const client = useClient()
  const act = useAction()
  const tag = useTagOf()
  return copies =>
    act(
      live =>
        copies.map(({ key: _key, isThere: _isThere, tag_ids, ...entry }) =>
          live.write(client.schedules.create, {
            // Omits tags that no longer exist, because a template may contain them.
            body: { ...entry, timezone: timezone(), tag_ids: tag_ids.filter(id => tag(id)) },
          }),
        ),
      said(copies.length),
    )
}
