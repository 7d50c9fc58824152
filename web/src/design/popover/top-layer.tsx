// Shows messages above everything, including an open dialog. Their buttons stay usable.
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Open modal dialogs, the topmost last. */
let modals: readonly HTMLElement[] = []
const layers = new Set<HTMLElement>()

/** Call after `showModal`. Returns a function to call before the dialog closes. */
export function addModal(dialog: HTMLElement): () => void {
  modals = [...modals, dialog]
  layers.forEach(raise)
  return () => {
    modals = modals.filter(each => each !== dialog)
    layers.forEach(raise)
  }
}

interface Props {
  className: string
  children: ReactNode
}

/** A live region that is always in the document, because screen readers ignore a region that appears with its text. */
export function TopLayer({ className, children }: Props) {
  const [element] = useState(() => layerElement(className))
  useLayoutEffect(() => {
    layers.add(element)
    raise(element)
    return () => {
      layers.delete(element)
      element.remove()
    }
  }, [element])
  return createPortal(children, element)
}

function layerElement(className: string): HTMLElement {
  const element = document.createElement('div')
  element.className = `top-layer ${className}`
  element.role = 'status'
  element.ariaLive = 'polite'
  element.popover = 'manual'
  return element
}

/**
 * Moves the layer into the topmost dialog, which makes everything outside it inert, including popovers. Showing a
 * popover again moves it to the front.
 */
function raise(layer: HTMLElement): void {
  const parent = modals.at(-1) ?? document.body
  if (layer.parentElement !== parent) parent.append(layer)
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
}
