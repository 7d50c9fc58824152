import { Button, type ButtonProps } from '../../design/button.tsx'

/** A list item's button. Screen readers also read `name`, the item's name. */
export const ItemButton = ({ name, children, ...props }: ButtonProps & { name: string }) => (
  <Button {...props}>
    {children}
    <span className="visually-hidden"> {name}</span>
  </Button>
)
