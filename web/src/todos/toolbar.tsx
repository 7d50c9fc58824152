import { useLocation } from 'wouter'
import { SelectButton } from '../selection/bar.tsx'
import type { ListSelection } from '../selection/use-selection.ts'
import { useTexts } from '../session/language.tsx'
import { chipStyle } from '../tags/chip-style.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { chooseOrder } from './order/use-order.ts'
import { todoTexts } from './texts.ts'
import { BOARDS, type Board, urlOf, viewIn } from './views.ts'

interface Props {
  tagIds: string[]
  setTagIds: (ids: string[]) => void
  board: Board | undefined
  hasBoard: boolean
  hasOrder: boolean
  isManual: boolean
  hasSelect: boolean
  selection: ListSelection
}

export function Toolbar(props: Props) {
  const { tagIds, setTagIds, board, hasBoard, hasOrder, isManual, hasSelect, selection } = props
  const t = useTexts(todoTexts)
  return (
    <div className="row spread todo-toolbar">
      <TagFilter chosen={tagIds} choose={setTagIds} />
      <div className="row">
        {hasBoard ? <Boards board={board} /> : null}
        {hasOrder ? (
          <select
            className="input todo-order"
            aria-label={t.order}
            value={isManual ? 'manual' : 'automatic'}
            onChange={event => chooseOrder(event.target.value)}
          >
            <option value="automatic">{t.orders.automatic}</option>
            <option value="manual">{t.orders.manual}</option>
          </select>
        ) : null}
        {hasSelect ? <SelectButton selection={selection} /> : null}
      </div>
    </div>
  )
}

function Boards({ board }: { board: Board | undefined }) {
  const t = useTexts(todoTexts)
  const [path, navigate] = useLocation()
  const choose = (next: Board | undefined) => {
    const view = viewIn(path)
    navigate(view === undefined ? `/todos${next ? `?board=${next}` : ''}` : urlOf(view, next))
  }
  return (
    <fieldset className="segments" aria-label={t.layout}>
      {[undefined, ...BOARDS].map(each => (
        <button
          key={each ?? 'list'}
          type="button"
          className="segment"
          aria-pressed={board === each}
          onClick={() => choose(each)}
        >
          {t.layouts[each ?? 'list']}
        </button>
      ))}
    </fieldset>
  )
}

function TagFilter({ chosen, choose }: { chosen: string[]; choose: (ids: string[]) => void }) {
  const t = useTexts(todoTexts)
  const tags = (useTagGroups().data ?? []).flatMap(group => group.tags)
  return (
    <fieldset className="row bare-fieldset chip-line" aria-label={t.filter}>
      {tags.map(tag => (
        <button
          key={tag.id}
          type="button"
          className="chip list-chip"
          aria-pressed={chosen.includes(tag.id)}
          style={chipStyle(tag.color)}
          onClick={() =>
            choose(chosen.includes(tag.id) ? chosen.filter(id => id !== tag.id) : [...chosen, tag.id])
          }
        >
          <bdi>{tag.name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}
