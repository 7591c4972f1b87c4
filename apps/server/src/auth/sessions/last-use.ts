/** The last use of a session or token is stored to the minute: uses after this moment are not stored again. */
export const lastUseSince = (): Date => new Date(Date.now() - 60_000)

export const isUseToStore = ({ lastUsedAt }: { lastUsedAt: Date | null }): boolean =>
  lastUsedAt === null || lastUsedAt < lastUseSince()
