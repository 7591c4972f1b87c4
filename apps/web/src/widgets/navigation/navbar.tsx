import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadPart } from '../../api/outage.ts'
import { type SessionState, useSession } from '../../api/session.tsx'
import { paths } from '../../paths.ts'
import { texts } from '../../messages/app.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { commandKey } from './command-key.ts'
import type { Overlay } from './shortcuts.tsx'
import { useAfterFirstPaint } from '../use-after-first-paint.ts'
import { useTeams } from './use-teams.ts'
import { usePermission } from '../use-permission.ts'
import { isDockedMedia, sideBarId, toggleSideBar, useCollapsed, useHasSideBar } from './side-bar-state.ts'
import { SiteLinks } from './site-links.tsx'
import { UserMenu } from './user-menu.tsx'

/** Not part of the first view. */
const Bell = lazy(() => loadPart(async () => ({ default: (await import('./bell.tsx')).Bell })))

const item =
  'rounded-md px-1.5 py-1.5 text-sm text-soft no-underline hover:bg-hover hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink'

export function Navbar({ onOverlay }: { onOverlay: (overlay: Overlay) => void }) {
  return (
    <header className="top-0 z-10 border-b border-line bg-surface lg:sticky">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:bg-raised focus:p-2">
        {texts.nav.skip}
      </a>
      <div className="flex items-center gap-x-2 px-3 py-2 sm:px-4">
        <SideBarButton />
        <Link
          to={paths.dashboard}
          className="flex items-center gap-2 text-base font-semibold text-ink no-underline"
        >
          <Mark />
          <span className="max-sm:sr-only">{texts.product}</span>
        </Link>
        <nav aria-label={texts.nav.site} className="ml-2 flex gap-0.5 whitespace-nowrap max-lg:hidden">
          <SiteLinks className={item} />
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <AddProject />
          <Search onOverlay={onOverlay} />
          <AccountArea onHelp={() => onOverlay('help')} />
        </div>
      </div>
    </header>
  )
}

const menuButton =
  'grid size-8 shrink-0 cursor-pointer place-items-center rounded-md text-soft hover:bg-hover hover:text-ink'

/** Collapses the side bar, or opens it as a menu where there is no room beside the page. */
function SideBarButton() {
  const isDocked = useMedia(isDockedMedia)
  const isCollapsed = useCollapsed()
  const hasSideBar = useHasSideBar()
  if (!isDocked)
    return (
      <button
        type="button"
        popoverTarget={sideBarId}
        aria-label={texts.nav.menu}
        className={`-ml-1.5 ${menuButton}`}
      >
        <Lines />
      </button>
    )
  if (!hasSideBar) return null
  return (
    <button
      type="button"
      aria-label={texts.nav.sideBar}
      title={texts.nav.sideBar}
      aria-expanded={!isCollapsed}
      onClick={toggleSideBar}
      className={`-ml-1.5 ${menuButton}`}
    >
      <Lines />
    </button>
  )
}

const Lines = () => (
  <svg aria-hidden viewBox="0 0 16 16" className="size-4" stroke="currentColor" strokeWidth="1.5">
    <path d="M2 4h12M2 8h12M2 12h12" />
  </svg>
)

function AddProject() {
  const hasPermission = usePermission()
  if (!hasPermission('projects.edit')) return null
  return (
    <Link
      to={paths.projects}
      search={{ add: true }}
      aria-label={texts.nav.addProject}
      title={texts.nav.addProject}
      className="grid size-8 shrink-0 place-items-center rounded-md border border-control bg-raised text-soft no-underline hover:text-ink max-sm:hidden"
    >
      +
    </Link>
  )
}

function Search({ onOverlay }: { onOverlay: (overlay: Overlay) => void }) {
  const { state } = useSession()
  if (state.status !== 'member') return null
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => onOverlay('palette')}
      className="flex h-8 shrink-0 cursor-pointer items-center gap-2 rounded-md border border-control bg-raised px-2 text-xs text-soft hover:text-ink"
    >
      <SearchIcon />
      <span className="max-sm:sr-only">{texts.nav.search}</span>
      <kbd aria-hidden className="ml-4 hidden font-sans lg:inline">
        {`${commandKey} K`}
      </kbd>
    </button>
  )
}

/** Hidden for the default account, which has no members. */
const isKnown = (state: SessionState) => state.status === 'member' && !state.user.account.default

function AccountArea({ onHelp }: { onHelp: () => void }) {
  const { state, logOut } = useSession()
  const isSettled = useAfterFirstPaint()
  useTeams()
  if (state.status !== 'member' || !isKnown(state)) return null
  const { name, email } = state.user
  return (
    <>
      <div className="size-8 max-sm:size-11">
        <Suspense fallback={null}>{isSettled && <Bell />}</Suspense>
      </div>
      <div className="-my-0.5 hidden max-w-40 min-w-0 text-right leading-tight lg:block">
        <div className="truncate text-sm font-medium">{name}</div>
        <div className="truncate text-xs text-soft">{email}</div>
      </div>
      <UserMenu user={state.user} onHelp={onHelp} />
      <Button variant="quiet" onPress={logOut}>
        {texts.nav.logout}
      </Button>
    </>
  )
}

/** The logo; index.html contains the same as favicon. */
function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-6" fill="none" strokeLinecap="round">
      <rect width="32" height="32" rx="7" fill="#0f766e" />
      <path d="M8.5 23 16 8l7.5 15" stroke="#fff" strokeWidth="2.6" strokeLinejoin="round" />
      <path d="M11.6 18.2h8.8" stroke="#5eead4" strokeWidth="2.6" />
    </svg>
  )
}
