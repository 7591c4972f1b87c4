import { useSyncExternalStore } from 'react'
import { accessToken } from '../../api/access-token.ts'
import { useSession } from '../../api/session.tsx'

export const sideBarId = 'side-bar'
/** From this width on, it stands beside the page. */
export const isDockedMedia = '(width >= 80rem)'

const key = 'assay.sideBar'
const collapsed = 'collapsed'
const listeners = new Set<() => void>()

/** Whether the member has closed the docked side bar, remembered by the browser. */
export const useCollapsed = (): boolean => useSyncExternalStore(subscribe, isCollapsed)

export function toggleSideBar(): void {
  localStorage.setItem(key, isCollapsed() ? 'open' : collapsed)
  for (const listener of listeners) listener()
}

const isCollapsed = () => localStorage.getItem(key) === collapsed

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Members only. Kept free while the session is restored, so that the page does not move. */
export function useHasSideBar(): boolean {
  const { state } = useSession()
  return state.status === 'member' || (state.status === 'loading' && accessToken.get() !== null)
}
