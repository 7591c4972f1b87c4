import type { KeyObject } from 'node:crypto'
import type { PreparedRoot } from './sigstore/trusted-root.ts'
import type { KeylessResult } from './sigstore/verify-bundle.ts'

/** What a document's signatures can tell. */
export interface Signed {
  /** Whether the key made one of them. */
  isSignedBy: (key: KeyObject) => boolean
  /** A key that the document brings along did not make its signature. */
  isChanged: boolean
  /** Who signed it, if a certificate in the document says so; null without one. */
  verifyKeyless: ((root: PreparedRoot) => KeylessResult) | null
}
