// The link from a page of the settings back to all settings.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import './settings.css'

export const BackLink = ({ children }: { children: ReactNode }) => (
  <p>
    <Link className="back-link" href="/settings">
      {children}
    </Link>
  </p>
)
