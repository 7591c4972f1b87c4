import { createListeners } from './listeners.ts'
import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'assay.theme'

export const readTheme = (): Theme => themes.find((theme) => theme === stored()) ?? 'system'

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

const listeners = createListeners()

/** Applies and stores the theme. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  applyTheme(theme)
  listeners.notify()
}

export const useTheme = (): Theme => useSyncExternalStore(listeners.subscribe, readTheme)

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Without storage, the system's theme is used.
    return null
  }
}
