// Keeps the focus on a card when it moves to another column or is recreated, even after changes from other devices.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Returns a function that sets which card to focus after a move, because a todo may be in several columns. */
export function useCardFocus(board: RefObject<HTMLElement | null>, todoOf: (cardId: string) => string) {
  const focused = useRef<HTMLElement>(undefined)
  const expected = useRef<string>(undefined)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const isOnBoard = target instanceof Element && board.current?.contains(target)
      focused.current = (isOnBoard && target.closest<HTMLElement>('.board-card')) || undefined
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [board])
  useLayoutEffect(() => {
    const lost = focused.current
    if (!lost || lost.isConnected || document.activeElement !== document.body) return
    const cards = [...(board.current?.querySelectorAll<HTMLElement>('.board-card') ?? [])]
    const own = cards.filter(card => todoOf(card.id) === todoOf(lost.id))
    const best = own.find(({ id }) => id === expected.current) ?? own.find(({ id }) => id === lost.id)
    ;(best ?? own[0])?.focus()
  })
  return (cardId: string) => {
    expected.current = cardId
  }
}
