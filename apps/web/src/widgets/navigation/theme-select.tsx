import { texts } from '../../messages/app.ts'
import { chooseTheme, themes, useTheme } from '../../ui/theme.ts'

export function ThemeSelect() {
  const theme = useTheme()
  return (
    <select
      aria-label={texts.nav.theme.label}
      value={theme}
      onChange={({ target }) => chooseTheme(themes.find((each) => each === target.value) ?? 'system')}
      className="h-8 cursor-pointer rounded-md border border-control bg-raised px-1 text-xs sm:px-2 text-soft hover:text-ink"
    >
      {themes.map((each) => (
        <option key={each} value={each}>
          {texts.nav.theme[each]}
        </option>
      ))}
    </select>
  )
}
