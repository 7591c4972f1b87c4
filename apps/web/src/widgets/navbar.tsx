import { Link } from '@tanstack/react-router'
import { useSession } from '../api/session.tsx'
import { paths } from '../paths.ts'
import { texts } from '../messages/app.ts'
import { Button } from '../ui/button.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { Mark } from '../ui/mark.tsx'
import { commandKey } from './command-key.ts'
import type { Overlay } from './shortcuts.tsx'
import { ThemeSelect } from './theme-select.tsx'
import { useLinks } from './use-links.ts'

const item =
  'rounded-md px-2 py-1.5 text-sm text-soft no-underline hover:bg-hover hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink'

export function Navbar({ onOverlay }: { onOverlay: (overlay: Overlay) => void }) {
  const { blog, docs } = useLinks()
  return (
    <header className="top-0 z-10 lg:sticky border-b border-line bg-surface">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:bg-raised focus:p-2">
        {texts.nav.skip}
      </a>
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <Link
          to={paths.dashboard}
          className="flex items-center gap-2 text-base font-semibold text-ink no-underline"
        >
          <Mark />
          <span className="max-sm:sr-only">{texts.product}</span>
        </Link>
        <nav
          aria-label={texts.nav.label}
          className="order-last -mx-2 flex w-full flex-wrap gap-1 sm:order-none sm:mx-0 sm:w-auto"
        >
          <Link to={paths.dashboard} className={item}>
            {texts.nav.home}
          </Link>
          <Link to={paths.components} className={item}>
            {texts.nav.components}
          </Link>
          <a href={blog} className={item} target="_blank" rel="noreferrer">
            {texts.nav.blog}
          </a>
          <Link to={paths.plans} hash="faq" className={item}>
            {texts.nav.faq}
          </Link>
          <Link to={paths.status} className={item}>
            {texts.nav.status}
          </Link>
          <a href={docs} className={item} target="_blank" rel="noreferrer">
            {texts.nav.docs}
          </a>
          <a href={paths.apiReference} className={item}>
            {texts.nav.api}
          </a>
        </nav>
        <div className="ml-auto flex items-center gap-2 sm:gap-3">
          <Search onOverlay={onOverlay} />
          <ThemeSelect />
          <AccountArea />
        </div>
      </div>
    </header>
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
        <span className="max-sm:sr-only">{texts.palette.open}</span>
        <kbd aria-hidden className="ml-1 hidden font-sans lg:inline">
          {`${commandKey} K`}
        </kbd>
      </button>
      <button
        type="button"
        aria-label={texts.help.title}
        aria-keyshortcuts="?"
        onClick={() => onOverlay('help')}
        className="hidden size-8 cursor-pointer rounded-md text-sm text-soft hover:bg-hover hover:text-ink lg:block"
      >
        ?
      </button>
    </div>
  )
}

/** Hidden for the default account, which is nobody's. */
function AccountArea() {
  const { state, logOut } = useSession()
  if (state.status !== 'member' || state.user.account.default) return null
  const { name, email } = state.user
  return (
    <>
      <div className="hidden text-right leading-tight lg:block">
        <div className="text-sm font-medium">{name}</div>
        <div className="text-xs text-soft">{email}</div>
      </div>
      <Link
        to={paths.settings}
        aria-label={texts.nav.avatar(name)}
        title={`${name} · ${email}`}
        className="grid size-8 place-items-center rounded-full bg-accent text-sm font-semibold text-accent-ink no-underline hover:brightness-110"
      >
        {name.charAt(0).toUpperCase()}
      </Link>
      <Button variant="quiet" onPress={logOut}>
        {texts.nav.logout}
      </Button>
    </>
  )
}
