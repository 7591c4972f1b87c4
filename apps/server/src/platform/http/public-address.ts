import type { Config } from '#config.ts'

/** Where people reach the server: for links in mails, and what browsers bind passkeys and logins to. */
export const publicAddress = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`
