// Where the page starts.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/tokens.css'
import './design/base.css'
import './design/components.css'
import './design/lists.css'
import './shell/shell.css'
import { ToastProvider } from './design/toast.tsx'
import { LanguageProvider } from './session/language.tsx'
import { applyTheme } from './session/preferences.ts'
import { App } from './shell/app.tsx'

applyTheme()
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: 1 } } })

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <ToastProvider>
          <App />
        </ToastProvider>
      </LanguageProvider>
    </QueryClientProvider>
  </StrictMode>,
)
