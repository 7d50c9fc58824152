import type { Feed, FeedContent, FeedDetail, NewFeed } from '@daymark/contract/calendars/feeds'
import { FEED_CONTENTS, FEED_DAYS, FEED_DETAILS } from '@daymark/contract/constants'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { InputField, ItemNameField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { TagPicker } from '../../tags/tag-picker.tsx'
import { FeedAddress } from './feed-address.tsx'
import { feedTexts } from './feed-texts.ts'
import { useFeedChange } from './use-calendars.ts'

interface Props {
  /** Undefined for a new feed. */
  feed?: Feed
  onClose: () => void
}

export function FeedForm({ feed, onClose }: Props) {
  const t = useTexts(feedTexts)
  const client = useClient()
  const change = useFeedChange()
  const [made, setMade] = useState<NewFeed>()
  const [fault, setFault] = useState<string>()
  const [tagIds, setTagIds] = useState<readonly string[]>(feed?.tag_ids ?? [])
  const [detail, setDetail] = useState<FeedDetail>(feed?.detail ?? 'full')

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const body = {
      name: String(data.get('name')),
      contents: data.getAll('content') as FeedContent[],
      tag_ids: [...tagIds],
      detail,
      past_days: Number(data.get('past')),
      future_days: Number(data.get('future')),
    }
    setFault(undefined)
    try {
      await change.mutateAsync(async () => {
        if (feed) await client.feeds.update({ params: { feed_id: feed.id }, body })
        else setMade(await client.feeds.create({ body }))
      })
      if (feed) onClose()
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  if (made) return <FeedAddress feed={made} onClose={onClose} />
  const days = (label: string, name: string, value: number) => (
    <InputField
      label={label}
      name={name}
      type="number"
      required
      min={0}
      max={FEED_DAYS.most}
      defaultValue={value}
    />
  )
  return (
    <Dialog title={feed ? t.editTitle : t.add} onClose={onClose}>
      <form className="stack" onSubmit={event => void submit(event)}>
        <ItemNameField
          label={t.name}
          defaultValue={feed?.name}
          placeholder={t.nameExample}
          hint={t.nameHint}
        />
        <fieldset className="feed-choices">
          <legend>{t.detail}</legend>
          {FEED_DETAILS.map(each => (
            <label key={each} className="row">
              <input type="radio" name="detail" checked={detail === each} onChange={() => setDetail(each)} />{' '}
              {t[each]}
            </label>
          ))}
        </fieldset>
        <fieldset className="feed-choices">
          <legend>{t.contents}</legend>
          {FEED_CONTENTS.map(content => (
            <label key={content} className="row">
              <input
                type="checkbox"
                name="content"
                value={content}
                defaultChecked={(feed?.contents ?? ['schedules']).includes(content)}
              />{' '}
              {t.content[content]}
            </label>
          ))}
          <span className="hint">{t.todosHint}</span>
        </fieldset>
        <TagPicker legend={t.tags} none={t.noTags} chosen={tagIds} onChosen={setTagIds} fault={undefined} />
        <div className="calendar-days">
          {days(t.pastDays, 'past', feed?.past_days ?? FEED_DAYS.past)}
          {days(t.futureDays, 'future', feed?.future_days ?? FEED_DAYS.future)}
        </div>
        <Fault>{fault}</Fault>
        <FormFoot submit={feed ? t.save : t.add} isDisabled={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
