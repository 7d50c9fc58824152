import type { Tag, TagGroup } from '@daymark/contract/planning/tags'
import { useState } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Missing, Settled } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useAction } from '../sync/use-write.ts'
import { EditTag, type TagFields } from './edit-dialog.tsx'
import { Goals } from './goals.tsx'
import { RemoveGroup } from './remove-group.tsx'
import './tags.css'
import { tagTexts } from './texts.ts'
import { useTagGroups } from './use-tags.ts'
import { useWeekGoals } from './week-goals.ts'

export default function Tags() {
  const shell = useTexts(shellTexts)
  const t = useTexts(tagTexts)
  const client = useClient()
  const act = useAction()
  const query = useTagGroups()
  const { data } = query
  const [adding, setAdding] = useState(false)
  const create = (body: TagFields) => void act(live => live.write(client.tags.createGroup, { body }))
  return (
    <div className="page">
      <header className="row spread">
        <div>
          <h1>{shell.pages.tags}</h1>
          <p className="soft">{t.intro}</p>
        </div>
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.newGroup}
        </Button>
      </header>
      <Settled of={[query, useWeekGoals()]} skeleton={<Skeleton lines={5} height={40} />}>
        <Missing query={query} skeleton={<Skeleton lines={5} height={40} />} />
        {data?.length === 0 ? (
          <div className="card">
            <Empty title={t.none}>
              <p>{t.noneHint}</p>
              <Button onClick={() => setAdding(true)}>
                <Icon name="plus" /> {t.firstGroup}
              </Button>
            </Empty>
          </div>
        ) : null}
        {data?.map(group => (
          <Group key={group.id} group={group} others={data.filter(each => each.id !== group.id)} />
        ))}
      </Settled>
      {adding ? (
        <EditTag title={t.newGroup} isGroup draft="group" onSave={create} onClose={() => setAdding(false)} />
      ) : null}
    </div>
  )
}

function Group({ group, others }: { group: TagGroup; others: readonly TagGroup[] }) {
  const t = useTexts(tagTexts)
  const client = useClient()
  const act = useAction()
  const [open, setOpen] = useState<'edit' | 'add' | 'remove' | Tag>()
  const close = () => setOpen(undefined)
  const params = { group_id: group.id }
  return (
    <section className="card panel" aria-labelledby={`group-${group.id}`}>
      <div className="row spread">
        <h2
          id={`group-${group.id}`}
          className="chip group-name"
          style={{ '--chip': group.color } as React.CSSProperties}
        >
          <bdi>{group.name}</bdi>
        </h2>
        <div className="row">
          <IconButton name={t.addTag(group.name)} onClick={() => setOpen('add')}>
            <Icon name="plus" />
          </IconButton>
          <IconButton name={t.edit(group.name)} onClick={() => setOpen('edit')}>
            <Icon name="edit" />
          </IconButton>
        </div>
      </div>
      {group.tags.length === 0 ? <p className="soft">{t.noTags}</p> : null}
      {group.tags.length > 0 ? <Goals group={group} onEdit={setOpen} /> : null}
      {open === 'add' ? (
        <EditTag
          title={t.newTag}
          isGroup={false}
          draft={`tag:${group.id}`}
          taken={group.tags.map(tag => tag.name)}
          start={{ color: group.color }}
          onSave={({ name, color }) =>
            void act(live => live.write(client.tags.create, { body: { name, color, group_id: group.id } }))
          }
          onClose={close}
        />
      ) : null}
      {open === 'edit' ? (
        <EditTag
          id={group.id}
          title={t.edit(group.name)}
          isGroup
          start={group}
          onSave={body => void act(live => live.write(client.tags.updateGroup, { params, body }))}
          onRemove={() => setOpen('remove')}
          onClose={close}
        />
      ) : null}
      {open === 'remove' ? <RemoveGroup group={group} others={others} onClose={close} /> : null}
      {typeof open === 'object' ? <OneTag tag={open} taken={othersOf(group, open)} onClose={close} /> : null}
    </section>
  )
}

const othersOf = (group: TagGroup, tag: Tag): string[] =>
  group.tags.filter(each => each.id !== tag.id).map(each => each.name)

interface TagProps {
  tag: Tag
  taken: readonly string[]
  onClose: () => void
}

function OneTag({ tag, taken, onClose }: TagProps) {
  const t = useTexts(tagTexts)
  const client = useClient()
  const act = useAction()
  const params = { tag_id: tag.id }
  const erase = () => {
    act(live => live.write(client.tags.remove, { params }), t.tagDeleted(tag.name))
    onClose()
  }
  return (
    <EditTag
      id={tag.id}
      title={t.edit(tag.name)}
      isGroup={false}
      taken={taken}
      start={tag}
      onSave={({ name, color }) =>
        void act(live => live.write(client.tags.update, { params, body: { name, color } }))
      }
      onRemove={erase}
      onClose={onClose}
    />
  )
}
