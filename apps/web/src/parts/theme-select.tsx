import { useState } from 'react'
import { texts } from '../texts.ts'

const key = 'assay.theme'
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const readTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system'

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  localStorage.setItem(key, theme)
}

export function ThemeSelect() {
  const [theme, setTheme] = useState(readTheme)
  return (
    <select
      aria-label={texts.nav.theme.label}
      value={theme}
      onChange={({ target }) => {
        const chosen = target.value as Theme
        setTheme(chosen)
        applyTheme(chosen)
      }}
      className="h-8 cursor-pointer rounded-md border border-line bg-raised px-2 text-sm text-soft"
    >
      {themes.map((each) => (
        <option key={each} value={each}>
          {texts.nav.theme[each]}
        </option>
      ))}
    </select>
  )
}
