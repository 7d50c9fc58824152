// Buttons. An icon button always has an accessible name.
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useState } from 'react'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'danger' | 'quiet'
}

/**
 * A button that is disabled while it has the focus stays focusable, because the browser would otherwise move the focus
 * to the page.
 */
export function Button({ kind, className = '', type = 'button', disabled, ...rest }: ButtonProps) {
  const [isFocused, setFocused] = useState(false)
  const isHeld = disabled && isFocused
  return (
    <button
      type={type}
      className={`button ${kind ?? ''} ${className}`}
      disabled={disabled && !isFocused}
      {...rest}
      {...(isHeld && { 'aria-disabled': true, onClick: ignore })}
      onFocus={event => {
        setFocused(true)
        rest.onFocus?.(event)
      }}
      onBlur={event => {
        // The button stays the active element while another window has the focus, such as a passkey prompt.
        if (document.activeElement !== event.currentTarget) setFocused(false)
        rest.onBlur?.(event)
      }}
    />
  )
}

/** Ignores a click, and keeps the button from submitting its form. */
const ignore = (event: MouseEvent) => event.preventDefault()

export const IconButton = ({
  name,
  children,
  ...rest
}: Omit<ButtonProps, 'children'> & { name: string; children: ReactNode }) => (
  <Button kind="quiet" className="icon" aria-label={name} title={name} {...rest}>
    {children}
  </Button>
)
