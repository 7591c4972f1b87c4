const key = 'assay.accessToken'

/** Stored in local storage as specified; valid for 15 minutes. */
export const accessToken = {
  key,
  get: (): string | null => localStorage.getItem(key),
  set: (token: string): void => localStorage.setItem(key, token),
  clear: (): void => localStorage.removeItem(key),
}
