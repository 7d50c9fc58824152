// Keeps a fault of one part from blanking the whole app.
import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Shown instead of the part that has failed. */
  fallback: ReactNode
  /** A new value gives the part another chance, such as the address of another page. */
  resetKey?: string
}

export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
