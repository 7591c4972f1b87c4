import type { KeyObject } from 'node:crypto'

/** What a document's signatures can tell. */
export interface Signed {
  /** Whether the key made one of them. */
  isSignedBy: (key: KeyObject) => boolean
  /** A key that the document brings along did not make its signature. */
  isChanged: boolean
}
