import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../api/session.tsx'
import { texts } from '../../messages/app.ts'
import { paths } from '../../paths.ts'
import { usePermission } from '../use-permission.ts'
import { destinationGroups, destinations } from './destinations.ts'
import { SiteLinks } from './site-links.tsx'
import { isDockedMedia, sideBarId, useCollapsed, useHasSideBar } from './side-bar-state.ts'
import { useMedia } from '../../ui/use-media.ts'

const item =
  'flex items-center rounded-md px-2.5 py-1 text-sm text-soft no-underline hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** Beside the page if there is room, otherwise a menu that the button in the bar opens. */
export function SideBar() {
  const isDocked = useMedia(isDockedMedia)
  const isCollapsed = useCollapsed()
  const hasSideBar = useHasSideBar()
  if (!isDocked) return <MenuPanel />
  if (isCollapsed || !hasSideBar) return null
  return (
    <aside
      id={sideBarId}
      className="sticky top-(--navbar) h-[calc(100dvh-var(--navbar))] w-50 shrink-0 overflow-y-auto border-r border-line bg-surface px-3 py-4 print:hidden"
    >
      <Pages />
    </aside>
  )
}

/** The browser closes it on Escape and on a click elsewhere. */
function MenuPanel() {
  const panel = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', () => panel.current?.hidePopover()), [router])
  return (
    <aside
      ref={panel}
      id={sideBarId}
      popover="auto"
      aria-label={texts.nav.menu}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] overflow-y-auto border-0 border-r border-line bg-surface p-4 text-ink shadow-lg backdrop:bg-black/30"
    >
      <Pages />
      <nav aria-label={texts.nav.site} className="mt-4 grid border-t border-line pt-4 lg:hidden">
        <SiteLinks className={item} />
      </nav>
    </aside>
  )
}

function Pages() {
  const { state } = useSession()
  const hasPermission = usePermission()
  if (!useHasSideBar()) return null
  const shown = destinations.filter(({ permission }) => permission === undefined || hasPermission(permission))
  return (
    <nav aria-label={texts.nav.label} className="grid gap-4">
      {destinationGroups.map((group) => (
        <div key={group}>
          <div id={`pages-${group}`} className="px-2.5 pb-1 text-xs font-medium text-soft">
            {texts.nav.groups[group]}
          </div>
          <ul aria-labelledby={`pages-${group}`} className="m-0 grid list-none gap-px p-0">
            {shown
              .filter((each) => each.group === group)
              .map(({ page, href, search }) => (
                <li key={page}>
                  <Link
                    to={href}
                    {...(search && { search })}
                    activeOptions={{ explicitUndefined: true }}
                    className={item}
                  >
                    {texts.nav.pages[page]}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {state.status === 'member' && !state.user.account.default && (
        <ul className="m-0 list-none border-t border-line p-0 pt-3">
          <li>
            <Link to={paths.settings} className={item}>
              {texts.nav.settings}
            </Link>
          </li>
        </ul>
      )}
    </nav>
  )
}
