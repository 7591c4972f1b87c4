import { useState } from 'react'
import { texts } from '../texts.ts'
import { applyTheme, readTheme, storeTheme, themes } from '../ui/theme.ts'

export function ThemeSelect() {
  const [theme, setTheme] = useState(readTheme)
  return (
    <select
      aria-label={texts.nav.theme.label}
      value={theme}
      onChange={({ target }) => {
        const chosen = themes.find((each) => each === target.value) ?? 'system'
        setTheme(chosen)
        applyTheme(chosen)
        storeTheme(chosen)
      }}
      className="h-8 cursor-pointer rounded-md border border-control bg-raised px-2 text-xs text-soft hover:text-ink"
    >
      {themes.map((each) => (
        <option key={each} value={each}>
          {texts.nav.theme[each]}
        </option>
      ))}
    </select>
  )
}
