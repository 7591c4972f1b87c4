import { Outlet, useSearch } from '@tanstack/react-router'
import { texts } from '../texts.ts'
import { AlertRegion } from '../ui/alerts.tsx'
import { Footer } from './footer.tsx'
import { LoginDialog } from './login-dialog.tsx'
import { Navbar } from './navbar.tsx'

/** What surrounds every page. */
export function Page() {
  // mode=eli is the bare view, for embedding.
  const { mode } = useSearch({ strict: false })
  const isBare = mode === 'eli'
  return (
    <div className="flex min-h-dvh flex-col">
      {!isBare && <Navbar />}
      <main id="content" className="mx-auto w-full max-w-page grow px-4 py-6">
        <Outlet />
      </main>
      {!isBare && <Footer />}
      <LoginDialog />
      <AlertRegion label={texts.alerts} dismissLabel={texts.dismiss} />
    </div>
  )
}
