import { useQuery } from '@tanstack/react-query'
import { Outlet, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { firstApi } from './api/initial-api.ts'
import { loadPart, isPageOutdated, isServerAway, subscribeToOutage } from './api/outage.ts'
import { query } from './api/query.ts'
import { useSession } from './api/session.tsx'
import { texts } from './messages/app.ts'
import { AlertRegion } from './ui/alerts.tsx'
import { Footer } from './widgets/navigation/footer.tsx'
import { Navbar } from './widgets/navigation/navbar.tsx'
import { SideBar } from './widgets/navigation/side-bar.tsx'
import { type Overlay, Shortcuts } from './widgets/navigation/shortcuts.tsx'
import { Button } from './ui/button.tsx'
import { useAfterFirstPaint } from './widgets/use-after-first-paint.ts'

/** Not needed by members. */
const LoginDialog = lazy(() =>
  loadPart(async () => ({ default: (await import('./widgets/login/dialog.tsx')).LoginDialog })),
)

/** The layout around every page. */
export function Page() {
  // Bare views for embedding and print.
  const { mode } = useSearch({ strict: false })
  const isBare = mode === 'eli' || mode === 'print'
  const { isLoginOpen } = useSession()
  const [overlay, setOverlay] = useState<Overlay>(null)
  return (
    <div className="flex min-h-dvh flex-col">
      {!isBare && <Navbar onOverlay={setOverlay} />}
      <OutageBanner />
      <OperatorBanner />
      <div className="flex grow">
        {!isBare && <SideBar />}
        <div className="flex min-w-0 grow flex-col">
          <main id="content" className="mx-auto w-full max-w-page grow px-4 py-6">
            <Outlet />
          </main>
          {!isBare && <Footer />}
        </div>
      </div>
      <Suspense fallback={null}>{isLoginOpen && <LoginDialog />}</Suspense>
      <Shortcuts overlay={overlay} onOverlay={setOverlay} />
      <AlertRegion label={texts.alerts} dismissLabel={texts.dismiss} />
    </div>
  )
}

/** What the operator tells everyone, and that nothing can be changed. */
function OperatorBanner() {
  const isSettled = useAfterFirstPaint()
  const { data: site } = useQuery({
    ...query(firstApi.publicConfig.get, {}),
    enabled: isSettled,
    staleTime: Infinity,
  })
  const text = [site?.banner, site?.isReadOnly && texts.readOnly].filter(Boolean).join(' ')
  return <div role="status">{text !== '' && <p className={`${line} border-line`}>{text}</p>}</div>
}

/** Shown during an outage, and after the server was updated. */
function OutageBanner() {
  const isAway = useSyncExternalStore(subscribeToOutage, isServerAway)
  const isOutdated = useSyncExternalStore(subscribeToOutage, isPageOutdated)
  return (
    <div role="status">
      {isAway ? (
        <p className={`${line} border-danger`}>{texts.outage}</p>
      ) : (
        isOutdated && (
          <p className={`${line} border-line`}>
            {texts.newVersion} <Button onPress={() => location.reload()}>{texts.reload}</Button>
          </p>
        )
      )}
    </div>
  )
}

const line = 'm-0 border-b bg-surface px-4 py-2 text-center text-sm'
