import type { Config } from '#config.ts'

/** The server's public origin, used for links in emails and as the origin of passkeys and logins. */
export const publicAddress = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`
