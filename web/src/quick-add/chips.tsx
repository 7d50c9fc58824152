// Shows how the line was parsed: its kind, and one button per part. Pressing a button turns its part back into text.
import type { TagGroup } from '@daymark/contract/planning/tags'
import type { Chip, ChipType } from '@daymark/quick-add/chip'
import type { QuickAdd } from '@daymark/quick-add/quick-add'
import { durationText } from '../design/format.ts'
import { Icon, type IconName } from '../design/icon.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { readPreference } from '../session/storage/preferences.ts'
import { useAction } from '../sync/use-write.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { momentText } from './moment-text.ts'
import { quickAddTexts } from './texts.ts'
import { unknownTags } from './unknown-tags.ts'

const ICONS: Record<ChipType, IconName> = {
  start: 'play',
  todo: 'todos',
  tag: 'tags',
  group: 'todos',
  priority: 'flag',
  estimate: 'timers',
  duration: 'timers',
  repeat: 'repeat',
  when: 'calendar',
  due: 'calendar',
  person: 'people',
}
const KINDS: Record<QuickAdd['kind'], IconName> = {
  todo: 'todos',
  schedule: 'calendar',
  timer: 'play',
  record: 'timers',
}

const NO_GROUPS: readonly TagGroup[] = []

interface Props {
  line: QuickAdd
  /** True if only one kind can be added. The chips then do not show it. */
  hidesKind?: boolean
  onReject: (chip: Chip) => void
}

export default function Chips({ line, hidesKind = false, onReject }: Props) {
  const t = useTexts(quickAddTexts)
  const { language } = useLanguage()
  const groups = useTagGroups().data ?? NO_GROUPS
  const unknown = unknownTags(
    line.title,
    groups.flatMap(group => group.tags),
  )
  if (hidesKind && line.chips.length === 0 && unknown.length === 0) return null
  const meaning = ({ type, text, value }: Chip): string => {
    if (type === 'duration' || type === 'estimate') return durationText(Number(value) * 60_000, language)
    if (type === 'priority') return t.priorities[Number(value)] ?? text
    if (type !== 'when' && type !== 'due') return text
    const when = String(value)
      .split('/')
      .map(moment => momentText(moment, language))
      .join(' – ')
    return type === 'due' ? t.due(when) : when
  }
  return (
    <div className="row quick-chips">
      {hidesKind ? null : (
        <span className="quick-kind">
          <Icon name={KINDS[line.kind]} size={15} /> {t.kinds[line.kind]}
        </span>
      )}
      {line.chips.filter(isUnread).map(chip => (
        <span key={`${chip.start} unread`} className="chip plain quick-unread" title={t.unread}>
          <bdi>{chip.text}</bdi> <span className="soft">{t.unread}</span>
        </span>
      ))}
      {line.chips.filter(isRead).map(chip => (
        <button
          key={`${chip.start} ${chip.type}`}
          type="button"
          className="chip plain quick-chip"
          aria-label={t.reject(chip.text, meaning(chip))}
          title={t.rejectHint}
          // Keeps the focus in the field, so that the user can continue typing.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onReject(chip)}
        >
          <Icon name={ICONS[chip.type]} size={14} />
          <bdi>{meaning(chip)}</bdi>
          <Icon name="close" size={12} />
        </button>
      ))}
      {unknown.map(name => (
        <UnknownTag key={name} name={name} groups={groups} />
      ))}
    </div>
  )
}

const isRead = (chip: Chip): boolean => chip.understood !== false
/** Unknown tags have an offer of their own. */
const isUnread = (chip: Chip): boolean => chip.understood === false && chip.type !== 'tag'

/** Offers to create a tag for an unknown `#word`. The field then recognizes it. */
function UnknownTag({ name, groups }: { name: string; groups: readonly TagGroup[] }) {
  const t = useTexts(quickAddTexts)
  const client = useClient()
  const act = useAction()
  const usual = readPreference('default-list')
  const group = groups.find(({ id }) => id === usual) ?? groups[0]
  return (
    <span className="row quick-unknown">
      <span className="soft">{t.unknownTag(name)}</span>
      {group ? (
        <button
          type="button"
          className="chip plain quick-chip"
          onMouseDown={event => event.preventDefault()}
          onClick={() => {
            const body = { name, color: group.color, group_id: group.id }
            act(live => live.write(client.tags.create, { body }), t.tagCreated(name))
          }}
        >
          <Icon name="plus" size={14} /> {t.createTag(name)}
        </button>
      ) : null}
    </span>
  )
}
