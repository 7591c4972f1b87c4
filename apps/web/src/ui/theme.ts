export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'assay.theme'

export const readTheme = (): Theme => themes.find((theme) => theme === stored()) ?? 'system'

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export const storeTheme = (theme: Theme): void => localStorage.setItem(key, theme)

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage can be forbidden; the system's theme is a good answer.
    return null
  }
}
