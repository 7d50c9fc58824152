import { lazy, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { KoreanFont } from './design/styles/korean-font.tsx'
import './design/styles/fonts.css'
import './design/styles/tokens.css'
import './design/styles/base.css'
import './design/styles/components.css'
import './design/styles/lists.css'
import './shell/shell.css'
import './design/styles/forced-colors.css'
import './design/styles/print.css'
import { Boundary } from './design/boundary.tsx'
import { ToastProvider } from './design/toast.tsx'
import { LanguageProvider } from './session/language.tsx'
import { watchLeaving } from './session/requests/connection.ts'
import { applyTheme } from './session/storage/preferences.ts'
import { Queries } from './session/storage/queries.tsx'
import { App, ErrorFallback } from './shell/app.tsx'

applyTheme()
watchLeaving()
// In development, the service worker would cache files that change.
if (import.meta.env.PROD) registerWorker()

// The condition is constant at build time, so that production bundles do not contain the gallery.
const Gallery = import.meta.env.DEV ? lazy(() => import('./design/gallery/gallery.tsx')) : App
const Page = location.pathname === '/design' ? Gallery : App

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <LanguageProvider>
      <KoreanFont />
      <Boundary fallback={<ErrorFallback />}>
        <Queries>
          <ToastProvider>
            <Page />
          </ToastProvider>
        </Queries>
      </Boundary>
    </LanguageProvider>
  </StrictMode>,
)

// Registers the worker, and registers it again if its installation fails, for example because a file failed to load.
function registerWorker(): void {
  const retryMs = 5_000
  const watch = (registration?: ServiceWorkerRegistration) => {
    const { active, installing } = registration ?? {}
    // The worker does not control pages that loaded before it was active. This message makes it take control.
    if (!navigator.serviceWorker.controller) active?.postMessage('claim')
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') setTimeout(registerWorker, retryMs)
    })
  }
  void navigator.serviceWorker?.register('/service-worker.js').then(watch, () => {})
}
