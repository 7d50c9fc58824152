// Buttons. An icon button always has an accessible name.
import type { ButtonHTMLAttributes, ReactNode } from 'react'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'danger' | 'quiet'
}

export const Button = ({ kind, className = '', type = 'button', ...rest }: ButtonProps) => (
  <button type={type} className={`button ${kind ?? ''} ${className}`} {...rest} />
)

export const IconButton = ({
  name,
  children,
  ...rest
}: Omit<ButtonProps, 'children'> & { name: string; children: ReactNode }) => (
  <Button kind="quiet" className="icon" aria-label={name} title={name} {...rest}>
    {children}
  </Button>
)
