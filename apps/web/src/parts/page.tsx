import { Outlet, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { AlertRegion } from '../ui/alerts.tsx'
import { Footer } from './footer.tsx'
import { LoginDialog } from './login-dialog.tsx'
import { Navbar } from './navbar.tsx'
import { type Overlay, Shortcuts } from './shortcuts.tsx'

/** What surrounds every page. */
export function Page() {
  // The bare views: for embedding, and for paper.
  const { mode } = useSearch({ strict: false })
  const isBare = mode === 'eli' || mode === 'print'
  const [overlay, setOverlay] = useState<Overlay>(null)
  return (
    <div className="flex min-h-dvh flex-col">
      {!isBare && <Navbar onOverlay={setOverlay} />}
      <main id="content" className="mx-auto w-full max-w-page grow px-4 py-6">
        <Outlet />
      </main>
      {!isBare && <Footer />}
      <LoginDialog />
      <Shortcuts overlay={overlay} onOverlay={setOverlay} />
      <AlertRegion label={texts.alerts} dismissLabel={texts.dismiss} />
    </div>
  )
}
