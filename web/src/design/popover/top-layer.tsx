// Keeps messages and their buttons usable while a modal dialog is open.
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** The topmost open dialog comes last. */
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

/** The layer stays in the document, because screen readers ignore a live region that appears together with its text. */
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
 * Moves the layer into the topmost dialog, because a modal dialog makes everything outside it inert. Showing a popover
 * again brings it to the front.
 */
function raise(layer: HTMLElement): void {
  const parent = modals.at(-1) ?? document.body
  if (layer.parentElement !== parent) parent.append(layer)
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
}
