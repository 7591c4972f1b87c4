const key = 'assay.accessToken'

/** Kept in local storage, as the specification says; it lives 15 minutes. */
export const accessToken = {
  key,
  get: (): string | null => localStorage.getItem(key),
  set: (token: string): void => localStorage.setItem(key, token),
  clear: (): void => localStorage.removeItem(key),
}
