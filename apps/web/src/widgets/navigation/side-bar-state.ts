import { createListeners } from '../../ui/listeners.ts'
import { useSyncExternalStore } from 'react'
import { accessToken } from '../../api/access-token.ts'
import { useSession } from '../../api/session.tsx'

export const sideBarId = 'side-bar'
/** From this width on, it stands beside the page. */
export const isDockedMedia = '(width >= 80rem)'

const key = 'assay.sideBar'
const collapsed = 'collapsed'
const listeners = createListeners()

/** Whether the member has closed the docked side bar, remembered by the browser. */
export const useCollapsed = (): boolean => useSyncExternalStore(listeners.subscribe, isCollapsed)

export function toggleSideBar(): void {
  localStorage.setItem(key, isCollapsed() ? 'open' : collapsed)
  listeners.notify()
}

const isCollapsed = () => localStorage.getItem(key) === collapsed

/** Members only. Kept free while the session is restored, so that the page does not move. */
export function useHasSideBar(): boolean {
  const { state } = useSession()
  return state.status === 'member' || (state.status === 'loading' && accessToken.get() !== null)
}
