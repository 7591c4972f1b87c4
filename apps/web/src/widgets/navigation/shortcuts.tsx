import { loadPart } from '../../api/outage.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSession } from '../../api/session.tsx'
import { paths } from '../../paths.ts'
import { moveRow } from './move-row.ts'
import { type Shortcut, shortcutOf } from './shortcuts-model.ts'
import { singleKeys } from './single-keys.ts'

/** Loaded on demand. */
const Palette = lazy(() => loadPart(async () => ({ default: (await import('./palette.tsx')).Palette })))
const Help = lazy(() => loadPart(async () => ({ default: (await import('./help.tsx')).Help })))

export type Overlay = 'palette' | 'help' | null

interface Props {
  overlay: Overlay
  onOverlay: (overlay: Overlay) => void
}

/** Global keyboard shortcuts for members. */
export function Shortcuts({ overlay, onOverlay }: Props) {
  const { state } = useSession()
  const navigate = useNavigate()
  const isMember = state.status === 'member'
  const action = useRef<(wanted: Shortcut) => void>(() => undefined)
  useEffect(() => {
    action.current = (wanted) => {
      if (wanted === 'palette' || wanted === 'help') onOverlay(wanted)
      else if (wanted === 'search') focusFilter(() => navigate({ to: paths.dashboard }))
      else moveRow(wanted === 'next' ? 1 : -1)
    }
  })
  useEffect(() => {
    if (!isMember) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
      const isTyping = event.target instanceof Element && event.target.closest(fields) !== null
      const shortcut = shortcutOf(event, { isTyping, hasSingleKeys: singleKeys.areOn() })
      if (shortcut === null) return
      event.preventDefault()
      action.current(shortcut)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('keydown', keepFocus, { once: true })
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isMember])
  if (!isMember) return null
  const close = () => onOverlay(null)
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <Palette onClose={close} onHelp={() => onOverlay('help')} />}
      {overlay === 'help' && <Help onClose={close} />}
    </Suspense>
  )
}

/** Only needed with a keyboard. */
let isFocusKept = false
function keepFocus() {
  if (isFocusKept) return
  isFocusKept = true
  void loadPart(() => import('./keep-focus.ts')).then((part) => part.keepFocus())
}

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** Focuses the page's filter, or the dashboard's. */
function focusFilter(goHome: () => Promise<void>) {
  const filter = () => document.querySelector<HTMLInputElement>('main [data-filter]')
  if (filter()) return filter()?.select()
  void goHome().then(() => requestAnimationFrame(() => filter()?.focus()))
}
