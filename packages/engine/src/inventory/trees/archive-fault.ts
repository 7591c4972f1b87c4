import type { Issue } from '../../inventory.ts'

/** Why an archive cannot be read on: broken, hostile or beyond a limit. Becomes an issue where the archive is opened. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What was not read is missing in the inventory. Decoders fail with errors of their own. */
export function issueOfFault(error: unknown, where: string): Issue {
  if (error instanceof ArchiveFault)
    return { code: error.code, message: error.message, where, isUnread: true }
  const reason = error instanceof Error ? error.message : String(error)
  return {
    code: 'archive-broken',
    message: `The archive cannot be read: ${reason.slice(0, 200)}.`,
    where,
    isUnread: true,
  }
}
