import type { Config } from '#config.ts'

/** The server's public address without a slash at its end, for links in emails and logins. */
export const publicAddress = ({
  publicUrl,
  port,
  basePath,
}: Pick<Config, 'publicUrl' | 'port' | 'basePath'>): string =>
  publicUrl ?? `http://localhost:${port}${basePath}`
