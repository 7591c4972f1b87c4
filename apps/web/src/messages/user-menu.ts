/** The current user's menu, and the choice of a language. */
export const userMenu = {
  account: (name: string) => `Account: ${name}`,
  profile: 'Profile & security',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  sameAsBrowser: 'Same as browser',
  /** Each in its own language. */
  languages: { en: 'English', de: 'Deutsch' },
} as const
