// Error boundary: an error in one part does not blank the whole app.
import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Shown instead of the failed part. */
  fallback: ReactNode
  /** When this changes, for example to another path, the part is rendered again. */
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
