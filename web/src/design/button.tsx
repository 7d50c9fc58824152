import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useState } from 'react'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'danger' | 'quiet'
}

/** Stays focusable if it is disabled while focused. Otherwise the browser would move focus to the page. */
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
        // If focus moves to another window, such as a passkey prompt, the button is still the active element.
        if (document.activeElement !== event.currentTarget) setFocused(false)
        rest.onBlur?.(event)
      }}
    />
  )
}

/** Keeps a disabled button that still has focus from submitting its form. */
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
