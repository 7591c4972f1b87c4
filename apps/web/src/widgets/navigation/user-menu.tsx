import type { User } from '@assay/contract/users.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { loadPart } from '../../api/outage.ts'
import { texts } from '../../messages/app.ts'

const Content = lazy(() =>
  loadPart(async () => ({ default: (await import('./user-menu-content.tsx')).UserMenuContent })),
)

const id = 'user-menu'
const gapPx = 6

interface Props {
  user: User
  onHelp: () => void
}

/** The avatar, which opens the current user's menu. The browser closes it on Escape and on a click elsewhere. */
export function UserMenu({ user, onHelp }: Props) {
  const { name, email } = user
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={texts.nav.avatar(name)}
        title={`${name} · ${email}`}
        className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-full bg-accent text-sm font-semibold text-accent-ink hover:brightness-110"
      >
        {name.charAt(0).toUpperCase()}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={texts.nav.userMenu}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onBeforeToggle={() => {
          const around = button.current?.getBoundingClientRect()
          if (around && panel.current) panel.current.style.top = `${around.bottom + gapPx}px`
        }}
        className="fixed inset-auto right-3 m-0 w-72 max-w-[calc(100vw-24px)] rounded-card border border-line bg-raised p-2 text-ink shadow-lg"
      >
        <Suspense fallback={null}>
          {isOpen && <Content user={user} onHelp={onHelp} onClose={() => panel.current?.hidePopover()} />}
        </Suspense>
      </div>
    </>
  )
}
