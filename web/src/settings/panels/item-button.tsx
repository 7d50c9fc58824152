// A button of one item of a list. Screen readers hear which item it is for.
import { Button, type ButtonProps } from '../../design/button.tsx'

/** `name` is the name of the item. */
export const ItemButton = ({ name, children, ...props }: ButtonProps & { name: string }) => (
  <Button {...props}>
    {children}
    <span className="visually-hidden"> {name}</span>
  </Button>
)
