// Error boundary: an error in one part does not blank the whole app.
import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Rendered instead of the failed part. */
  fallback: ReactNode
  /** The failed part is rendered again when this value changes, for example to another path. */
  resetKey?: string
  onFailed?: () => void
}

export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailed?.()
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
