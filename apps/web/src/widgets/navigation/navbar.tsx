import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadPart } from '../../api/outage.ts'
import { type SessionState, useSession } from '../../api/session.tsx'
import { paths } from '../../paths.ts'
import { texts } from '../../messages/app.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { commandKey } from './command-key.ts'
import type { Overlay } from './shortcuts.tsx'
import { useAfterFirstPaint } from '../use-after-first-paint.ts'
import { useTeams } from './use-teams.ts'
import { useLinks } from './use-links.ts'
import { usePermission } from '../use-permission.ts'
import { chooseTheme, themes, useTheme } from '../../ui/theme.ts'

/** Not part of the first view. */
const Bell = lazy(() => loadPart(async () => ({ default: (await import('./bell.tsx')).Bell })))

const item =
  'rounded-md px-1 py-1.5 2xl:px-1.5 text-sm text-soft no-underline hover:bg-hover hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink'

export function Navbar({ onOverlay }: { onOverlay: (overlay: Overlay) => void }) {
  const { blog, docs } = useLinks()
  return (
    <header className="top-0 z-10 lg:sticky border-b border-line bg-surface">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:bg-raised focus:p-2">
        {texts.nav.skip}
      </a>
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 sm:px-4">
        <Link
          to={paths.dashboard}
          className="flex items-center gap-2 text-base font-semibold text-ink no-underline"
        >
          <Mark />
          <span className="max-sm:sr-only">{texts.product}</span>
        </Link>
        <nav
          aria-label={texts.nav.label}
          className="order-last -mx-1.5 flex w-full gap-1 max-[1400px]:overflow-x-auto max-[1400px]:whitespace-nowrap min-[1400px]:order-none min-[1400px]:mx-0 min-[1400px]:w-auto min-[1400px]:flex-wrap"
        >
          <Link to={paths.dashboard} className={item}>
            {texts.nav.home}
          </Link>
          <Link to={paths.projects} className={item}>
            {texts.nav.projects}
          </Link>
          <Link to={paths.fixes} className={item}>
            {texts.nav.fixes}
          </Link>
          <Link to={paths.vulnerabilities} className={item}>
            {texts.nav.vulnerabilities}
          </Link>
          <Link to={paths.components} className={item}>
            {texts.nav.components}
          </Link>
          <Link to={paths.reports} className={item}>
            {texts.nav.reports}
          </Link>
          <SiteLink href={blog} text={texts.nav.blog} />
          <Link to={paths.plans} hash="faq" className={item}>
            {texts.nav.faq}
          </Link>
          <Link to={paths.status} className={item}>
            {texts.nav.status}
          </Link>
          <SiteLink href={docs} text={texts.nav.docs} />
          <a href={paths.apiReference} className={item}>
            {texts.nav.api}
          </a>
          <MemberLinks />
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <AddProject />
          <Search onOverlay={onOverlay} />
          <ThemeSelect />
          <AccountArea />
        </div>
      </div>
    </header>
  )
}

/** The operator's address, or our page, in a new tab. */
const SiteLink = ({ href, text }: { href: string; text: string }) => (
  <a href={href} className={item} target="_blank" rel="noreferrer">
    {text}
  </a>
)

/** On narrow screens, "Logout" follows the links. */
function MemberLinks() {
  const { state, logOut } = useSession()
  if (!isKnown(state)) return null
  return (
    <>
      <Link to={paths.settings} className={item}>
        {texts.nav.settings}
      </Link>
      <span className="sm:hidden">
        <Button variant="quiet" onPress={logOut}>
          {texts.nav.logout}
        </Button>
      </span>
    </>
  )
}

function AddProject() {
  const hasPermission = usePermission()
  if (!hasPermission('projects.edit')) return null
  return (
    <Link
      to={paths.projects}
      search={{ add: true }}
      aria-label={texts.nav.addProject}
      title={texts.nav.addProject}
      className="grid size-8 place-items-center rounded-md border border-control bg-raised text-soft no-underline hover:text-ink"
    >
      +
    </Link>
  )
}

function Search({ onOverlay }: { onOverlay: (overlay: Overlay) => void }) {
  const { state } = useSession()
  if (state.status !== 'member') return null
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => onOverlay('palette')}
        className="flex h-8 cursor-pointer items-center gap-2 rounded-md border border-control bg-raised px-2 text-xs text-soft hover:text-ink"
      >
        <SearchIcon />
        <span className="max-sm:sr-only">{texts.nav.search}</span>
        <kbd aria-hidden className="ml-1 hidden font-sans 2xl:inline">
          {`${commandKey} K`}
        </kbd>
      </button>
      <button
        type="button"
        aria-label={texts.nav.shortcuts}
        aria-keyshortcuts="?"
        onClick={() => onOverlay('help')}
        className="hidden size-8 cursor-pointer rounded-md text-sm text-soft hover:bg-hover hover:text-ink lg:block"
      >
        ?
      </button>
    </div>
  )
}

/** Hidden for the default account, which has no members. */
const isKnown = (state: SessionState) => state.status === 'member' && !state.user.account.default

function AccountArea() {
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
      <div className="-my-0.5 hidden max-w-40 text-right leading-tight lg:block">
        <div className="truncate text-sm font-medium">{name}</div>
        <div className="truncate text-xs text-soft">{email}</div>
      </div>
      <Link
        to={paths.settings}
        aria-label={texts.nav.avatar(name)}
        title={`${name} · ${email}`}
        className="grid size-8 place-items-center rounded-full bg-accent text-sm font-semibold text-accent-ink no-underline hover:brightness-110"
      >
        {name.charAt(0).toUpperCase()}
      </Link>
      <span className="max-sm:hidden">
        <Button variant="quiet" onPress={logOut}>
          {texts.nav.logout}
        </Button>
      </span>
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

function ThemeSelect() {
  const theme = useTheme()
  return (
    <select
      aria-label={texts.nav.theme.label}
      value={theme}
      onChange={({ target }) => chooseTheme(themes.find((each) => each === target.value) ?? 'system')}
      className="h-8 cursor-pointer rounded-md border border-control bg-raised px-1 text-xs sm:px-2 text-soft hover:text-ink"
    >
      {themes.map((each) => (
        <option key={each} value={each}>
          {texts.nav.theme[each]}
        </option>
      ))}
    </select>
  )
}
