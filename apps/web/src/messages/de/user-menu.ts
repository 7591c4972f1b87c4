import type { Translation } from '../../language/translation.ts'
import type { userMenu as english } from '../user-menu.ts'

export const userMenu: Translation<typeof english> = {
  account: (name) => `Konto: ${name}`,
  profile: 'Profil & Sicherheit',
  theme: { label: 'Farbschema', system: 'System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  sameAsBrowser: 'Wie im Browser',
  languages: { en: 'English', de: 'Deutsch' },
}
