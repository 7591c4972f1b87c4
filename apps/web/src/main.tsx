import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { SessionProvider } from './api/session.tsx'
import { router } from './routes.tsx'
import { applyTheme, readTheme } from './ui/theme.ts'
import './ui/tokens.css'

applyTheme(readTheme())

const root = createRoot(document.getElementById('root')!)

// In slices, like every first view of data: a slow processor can draw and respond in between.
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
