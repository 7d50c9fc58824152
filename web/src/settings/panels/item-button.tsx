// A button for one item of a list. Screen readers also read the name of the item.
import { Button, type ButtonProps } from '../../design/button.tsx'

/** `name` is the name of the item. */
export const ItemButton = ({ name, children, ...props }: ButtonProps & { name: string }) => (
  <Button {...props}>
    {children}
    <span className="visually-hidden"> {name}</span>
  </Button>
)
